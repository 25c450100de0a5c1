//! Texts that people type.

/// A trimmed text of a bounded length without control characters.
#[derive(Clone, PartialEq, Eq)]
pub struct Text<const MIN: usize, const MAX: usize>(String);

/// Why a text was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Nothing but white space.
    #[error("missing")]
    Missing,
    /// Fewer characters than needed.
    #[error("too short")]
    TooShort,
    /// More characters than allowed.
    #[error("too long")]
    TooLong,
    /// A control character, such as NUL.
    #[error("not a text")]
    NotText,
}

impl TextError {
    /// The message key for a field with this problem.
    pub const fn message_key(self) -> &'static str {
        match self {
            Self::Missing => "FIELD.REQUIRED",
            Self::TooShort => "FIELD.TOO_SHORT",
            Self::TooLong => "FIELD.TOO_LONG",
            Self::NotText => "FIELD.INVALID",
        }
    }
}

impl<const MIN: usize, const MAX: usize> Text<MIN, MAX> {
    /// Trims and checks. Lengths are counted in characters.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let text = text.trim();
        let length = text.chars().count();
        if text
            .chars()
            .any(|character| character.is_control() && !matches!(character, '\n' | '\r' | '\t'))
        {
            Err(TextError::NotText)
        } else if length == 0 && MIN > 0 {
            Err(TextError::Missing)
        } else if length < MIN {
            Err(TextError::TooShort)
        } else if length > MAX {
            Err(TextError::TooLong)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, owned.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// What people type is personal: it never shows in logs.
impl<const MIN: usize, const MAX: usize> std::fmt::Debug for Text<MIN, MAX> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Text(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Name = Text<2, 5>;

    #[test]
    fn lengths_are_counted_in_characters_after_trimming() {
        assert_eq!(
            Name::parse("  Şəhlə ").map(Name::into_string),
            Ok("Şəhlə".to_owned())
        );
        assert_eq!(Name::parse("   "), Err(TextError::Missing));
        assert_eq!(Name::parse(" a "), Err(TextError::TooShort));
        assert_eq!(Name::parse("abcdef"), Err(TextError::TooLong));
        assert_eq!(Name::parse("a\0b"), Err(TextError::NotText));
    }

    #[test]
    fn is_not_shown_in_logs() {
        assert_eq!(format!("{:?}", Name::parse("Leyla").unwrap()), "Text(…)");
    }
}
