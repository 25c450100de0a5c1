//! Password rules.

use std::{collections::HashSet, sync::LazyLock};

use kit::{domain::normalize_password, validation::FieldErrors};
use secrecy::{ExposeSecret as _, SecretString};

/// Minimum length of a new password, in characters.
const MIN_LENGTH: usize = 8;

/// Maximum length, in characters.
const MAX_LENGTH: usize = 128;

/// Common passwords, in lower case.
static COMMON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// A password that satisfies the rules, in its normal form.
#[derive(Debug, Clone)]
pub(crate) struct NewPassword(SecretString);

/// A password to verify.
#[derive(Debug, Clone)]
pub(crate) struct TypedPassword {
    normal: SecretString,
    /// As typed, if that is another form.
    typed: Option<SecretString>,
}

impl From<&str> for TypedPassword {
    fn from(text: &str) -> Self {
        let normal = normalize_password(text);
        let typed = (normal != text).then(|| text.into());
        Self {
            normal: normal.as_ref().into(),
            typed,
        }
    }
}

impl TypedPassword {
    /// Returns the bytes of the normal form.
    pub(crate) fn expose(&self) -> &[u8] {
        self.normal.expose_secret().as_bytes()
    }

    /// Returns the typed bytes if the normal form has others. Passwords were once hashed as typed.
    pub(crate) fn expose_typed(&self) -> Option<&[u8]> {
        self.typed.as_ref().map(|typed| typed.expose_secret().as_bytes())
    }
}

/// Reason that a password is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PasswordError {
    /// Empty.
    Missing,
    /// Less than 8 characters.
    TooShort,
    /// More than 128 characters.
    TooLong,
    /// Common, or one repeated character.
    TooCommon,
}

impl PasswordError {
    /// Returns the message key.
    pub(crate) const fn message_key(self) -> &'static str {
        match self {
            Self::Missing => "FIELD.REQUIRED",
            Self::TooShort => "PASSWORD.TOO_SHORT",
            Self::TooLong => "FIELD.TOO_LONG",
            Self::TooCommon => "PASSWORD.TOO_COMMON",
        }
    }
}

impl NewPassword {
    /// Checks length and commonness of the normal form. Does not trim: spaces are part of a password.
    pub(crate) fn parse(text: &str) -> Result<Self, PasswordError> {
        let text = normalize_password(text);
        let text = text.as_ref();
        let length = text.chars().count();
        if length == 0 {
            Err(PasswordError::Missing)
        } else if length < MIN_LENGTH {
            Err(PasswordError::TooShort)
        } else if length > MAX_LENGTH {
            Err(PasswordError::TooLong)
        } else if is_common(text) {
            Err(PasswordError::TooCommon)
        } else {
            Ok(Self(text.into()))
        }
    }

    /// Validates a field of a request.
    pub(crate) fn validate(errors: &mut FieldErrors, field: &str, text: &str) -> Option<Self> {
        errors.check(field, Self::parse(text).map_err(PasswordError::message_key))
    }

    /// Returns the bytes to hash.
    pub(crate) fn expose(&self) -> &[u8] {
        self.0.expose_secret().as_bytes()
    }
}

/// Validates a field with the current password, of 1 to 128 characters.
pub(crate) fn validate_current(errors: &mut FieldErrors, field: &str, text: &str) -> Option<TypedPassword> {
    let parsed = if text.is_empty() {
        Err(PasswordError::Missing)
    } else if text.chars().count() > MAX_LENGTH {
        Err(PasswordError::TooLong)
    } else {
        Ok(text.into())
    };
    errors.check(field, parsed.map_err(PasswordError::message_key))
}

fn is_common(text: &str) -> bool {
    let folded = text.trim().to_lowercase();
    let mut characters = folded.chars();
    let first = characters.next();
    COMMON.contains(folded.as_str()) || characters.all(|character| Some(character) == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> Option<PasswordError> {
        NewPassword::parse(text).err()
    }

    #[test]
    fn accepts_8_to_128_characters() {
        assert_eq!(error(""), Some(PasswordError::Missing));
        assert_eq!(error("gölbaşı"), Some(PasswordError::TooShort));
        assert_eq!(error("gölbaşım"), None);
        assert_eq!(error(&"aq".repeat(64)), None);
        assert_eq!(
            error(&format!("{}x", "aq".repeat(64))),
            Some(PasswordError::TooLong)
        );
    }

    #[test]
    fn rejects_common_passwords_in_any_case() {
        for common in [
            "password",
            "Password1",
            "QWERTYUIOP",
            "12345678",
            "iloveyou1",
            "azerbaijan",
            "1qaz2wsx",
            "zzzzzzzzzzzzzz",
            " password ",
            "\u{a0}password",
        ] {
            assert_eq!(error(common), Some(PasswordError::TooCommon), "{common}");
        }
        assert_eq!(error("mavi divan altında pişik"), None);
    }

    #[test]
    fn common_passwords_are_long_enough_and_lower_case() {
        assert!(COMMON.len() >= 2_000);
        for word in COMMON.iter() {
            assert!(word.chars().count() >= MIN_LENGTH, "{word} is too short anyway");
            assert_eq!(*word, word.to_lowercase(), "{word} is not lower case");
        }
    }

    #[test]
    fn new_passwords_are_normalized() {
        let password = NewPassword::parse("go\u{308}lbas\u{327}ım\u{a0}7").unwrap();
        assert_eq!(password.expose(), "gölbaşım 7".as_bytes());
        assert_eq!(error("go\u{308}lbas\u{327}ı"), Some(PasswordError::TooShort));
    }

    #[test]
    fn debug_output_hides_the_password() {
        let password = NewPassword::parse("mavi divan").unwrap();
        assert!(!format!("{password:?}").contains("mavi"));
    }
}
