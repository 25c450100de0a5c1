//! Which passwords may be set.

use std::{collections::HashSet, sync::LazyLock};

use secrecy::{ExposeSecret as _, SecretString};

/// Characters at least.
const SHORTEST: usize = 8;

/// Characters at most; it bounds what is hashed.
pub(crate) const LONGEST: usize = 128;

/// Lower case, one a line.
static COMMON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// A password that may be set.
#[derive(Debug, Clone)]
pub(crate) struct NewPassword(SecretString);

/// Why a password may not be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PasswordError {
    /// Nothing was given.
    Missing,
    /// Below 8 characters.
    TooShort,
    /// Above 128 characters.
    TooLong,
    /// Among the first that anybody tries.
    TooCommon,
}

impl PasswordError {
    /// The message key.
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
    /// Checks length, in characters, and commonness. Nothing is trimmed: spaces are part of a password.
    pub(crate) fn parse(text: &str) -> Result<Self, PasswordError> {
        let length = text.chars().count();
        if length == 0 {
            Err(PasswordError::Missing)
        } else if length < SHORTEST {
            Err(PasswordError::TooShort)
        } else if length > LONGEST {
            Err(PasswordError::TooLong)
        } else if is_common(text) {
            Err(PasswordError::TooCommon)
        } else {
            Ok(Self(text.into()))
        }
    }

    /// The bytes to hash.
    pub(crate) fn expose(&self) -> &[u8] {
        self.0.expose_secret().as_bytes()
    }
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

    fn problem(text: &str) -> Option<PasswordError> {
        NewPassword::parse(text).err()
    }

    #[test]
    fn a_password_has_8_to_128_characters() {
        assert_eq!(problem(""), Some(PasswordError::Missing));
        assert_eq!(problem("gölbaşı"), Some(PasswordError::TooShort));
        assert_eq!(problem("gölbaşım"), None);
        assert_eq!(problem(&"aq".repeat(64)), None);
        assert_eq!(
            problem(&format!("{}x", "aq".repeat(64))),
            Some(PasswordError::TooLong)
        );
    }

    #[test]
    fn what_anybody_tries_first_is_refused_in_any_case() {
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
        ] {
            assert_eq!(problem(common), Some(PasswordError::TooCommon), "{common}");
        }
        assert_eq!(problem("mavi divan altında pişik"), None);
    }

    #[test]
    fn the_list_has_a_few_thousand_words_that_the_length_alone_would_admit() {
        assert!(COMMON.len() >= 2_000);
        for word in COMMON.iter() {
            assert!(
                word.chars().count() >= SHORTEST,
                "{word} is refused by its length"
            );
            assert_eq!(*word, word.to_lowercase(), "the list is folded");
        }
    }

    #[test]
    fn a_password_never_shows_in_logs() {
        let password = NewPassword::parse("mavi divan").unwrap();
        assert!(!format!("{password:?}").contains("mavi"));
    }
}
