//! User input as text.

/// A trimmed text of `MIN` to `MAX` characters, without control characters except line breaks and tabs.
#[derive(Clone, PartialEq, Eq)]
pub struct Text<const MIN: usize, const MAX: usize>(String);

/// Error of parsing a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Only whitespace.
    #[error("missing")]
    Missing,
    /// Fewer than `MIN` characters.
    #[error("too short")]
    TooShort,
    /// More than `MAX` characters.
    #[error("too long")]
    TooLong,
    /// Invalid characters or format.
    #[error("invalid")]
    Invalid,
}

impl TextError {
    /// Returns the message key of a field with this error.
    pub const fn message_key(self) -> &'static str {
        match self {
            Self::Missing => "FIELD.REQUIRED",
            Self::TooShort => "FIELD.TOO_SHORT",
            Self::TooLong => "FIELD.TOO_LONG",
            Self::Invalid => "FIELD.INVALID",
        }
    }
}

impl<const MIN: usize, const MAX: usize> Text<MIN, MAX> {
    /// Trims and validates a text.
    ///
    /// # Errors
    ///
    /// Fails if the text is missing, too short, too long, or contains control characters.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let text = text.trim();
        let length = text.chars().count();
        if text
            .chars()
            .any(|character| character.is_control() && !matches!(character, '\n' | '\r' | '\t'))
        {
            Err(TextError::Invalid)
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

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Converts into the text.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Hides the text from logs: user input is personal data.
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
    fn counts_characters_after_trimming() {
        assert_eq!(
            Name::parse("  Şəhlə ").map(Name::into_string),
            Ok("Şəhlə".to_owned())
        );
        assert_eq!(Name::parse("   "), Err(TextError::Missing));
        assert_eq!(Name::parse(" a "), Err(TextError::TooShort));
        assert_eq!(Name::parse("abcdef"), Err(TextError::TooLong));
        assert_eq!(Name::parse("a\0b"), Err(TextError::Invalid));
    }

    #[test]
    fn debug_output_hides_the_text() {
        assert_eq!(format!("{:?}", Name::parse("Leyla").unwrap()), "Text(…)");
    }
}
