//! Password rules.

use std::sync::LazyLock;

use kit::{domain::normalize_password, search::fold, validation::FieldErrors};
use secrecy::{ExposeSecret as _, SecretString};

use crate::second_factor::ISSUER;

/// Minimum length of a new password, in characters.
const MIN_LENGTH: usize = 8;

/// Minimum length of a password of staff, in characters.
const STAFF_MIN_LENGTH: usize = 12;

/// Maximum length, in characters.
const MAX_LENGTH: usize = 128;

/// Common passwords of at least 8 characters, in lower case and in the order of their bytes: those of the 100,000 most frequent
/// of Mark Burnett's ten million, and words of this shop's languages.
static COMMON: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// Words that a password must not be, besides the names of its owner.
const SHOP_WORDS: [&str; 2] = [ISSUER, "storefront"];

/// The person whose password is set. Empty texts are unknown.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Owner<'a> {
    pub(crate) email: &'a str,
    pub(crate) name: &'a str,
    pub(crate) lastname: &'a str,
    pub(crate) is_staff: bool,
}

impl Owner<'_> {
    /// Whether a password is an e-mail, a name of the owner or of the shop, or two names, with or without digits and signs
    /// around. Spelling of letters does not matter, as for a search.
    fn is_named_by(&self, password: &str) -> bool {
        let password = letters(password);
        let password = password.trim_matches(|character: char| character.is_numeric());
        let local_part = self.email.split('@').next().unwrap_or_default();
        let (name, lastname) = (letters(self.name), letters(self.lastname));
        [
            letters(self.email),
            letters(local_part),
            format!("{name}{lastname}"),
            format!("{lastname}{name}"),
            name,
            lastname,
        ]
        .into_iter()
        .chain(SHOP_WORDS.map(letters))
        .map(|word| {
            word.trim_matches(|character: char| character.is_numeric())
                .to_owned()
        })
        .any(|word| !word.is_empty() && word == password)
    }
}

/// Returns the folded letters and digits of a text.
fn letters(text: &str) -> String {
    fold(text)
        .chars()
        .filter(|character| character.is_alphanumeric())
        .collect()
}

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

    /// Whether the password is too short for staff, who may have set it as a customer.
    pub(crate) fn is_too_short_for_staff(&self) -> bool {
        self.normal.expose_secret().chars().count() < STAFF_MIN_LENGTH
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
    /// Less than the 12 characters of staff.
    StaffTooShort,
    /// More than 128 characters.
    TooLong,
    /// Common, or one repeated character.
    TooCommon,
    /// The e-mail, a name of the owner, or the shop's.
    Personal,
}

impl PasswordError {
    /// Returns the message key.
    pub(crate) const fn message_key(self) -> &'static str {
        match self {
            Self::Missing => "FIELD.REQUIRED",
            Self::TooShort => "PASSWORD.TOO_SHORT",
            Self::StaffTooShort => "PASSWORD.STAFF_TOO_SHORT",
            Self::Personal => "PASSWORD.PERSONAL",
            Self::TooLong => "FIELD.TOO_LONG",
            Self::TooCommon => "PASSWORD.TOO_COMMON",
        }
    }
}

impl NewPassword {
    /// Checks length, commonness and names in the normal form. Does not trim: spaces are part of a password.
    pub(crate) fn parse(text: &str, owner: &Owner<'_>) -> Result<Self, PasswordError> {
        let text = normalize_password(text);
        let text = text.as_ref();
        let length = text.chars().count();
        if length == 0 {
            Err(PasswordError::Missing)
        } else if length < MIN_LENGTH {
            Err(PasswordError::TooShort)
        } else if owner.is_staff && length < STAFF_MIN_LENGTH {
            Err(PasswordError::StaffTooShort)
        } else if length > MAX_LENGTH {
            Err(PasswordError::TooLong)
        } else if is_common(text) {
            Err(PasswordError::TooCommon)
        } else if owner.is_named_by(text) {
            Err(PasswordError::Personal)
        } else {
            Ok(Self(text.into()))
        }
    }

    /// Validates a field of a request.
    pub(crate) fn validate(
        errors: &mut FieldErrors,
        field: &str,
        text: &str,
        owner: &Owner<'_>,
    ) -> Option<Self> {
        errors.check(
            field,
            Self::parse(text, owner).map_err(PasswordError::message_key),
        )
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
    COMMON.binary_search(&folded.as_str()).is_ok() || characters.all(|character| Some(character) == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> Option<PasswordError> {
        NewPassword::parse(text, &Owner::default()).err()
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
            "arsenal123",
            "Arsenal1!",
            "zzzzzzzzzzzzzz",
            " password ",
            "\u{a0}password",
        ] {
            assert_eq!(error(common), Some(PasswordError::TooCommon), "{common}");
        }
        assert_eq!(error("mavi divan altında pişik"), None);
    }

    #[test]
    fn rejects_the_email_the_names_and_the_shop_in_any_spelling() {
        let owner = Owner {
            email: "leyla.memmedova@example.az",
            name: "Leyla",
            lastname: "Məmmədova",
            is_staff: false,
        };
        for personal in [
            "leyla.memmedova@example.az",
            "LEYLA.MEMMEDOVA",
            "Məmmədova",
            "MEMMEDOVA1990",
            "leyla2024!",
            "Leyla Məmmədova",
            "memmedova-leyla",
            "Лейла2024",
            "Şəbəkə123",
            "sebeke2026",
        ] {
            let error = NewPassword::parse(personal, &owner).err();
            assert_eq!(error, Some(PasswordError::Personal), "{personal}");
        }
        assert!(NewPassword::parse("leyla evdə divan", &owner).is_ok());
        assert!(NewPassword::parse("12345678 q", &Owner::default()).is_ok());
    }

    #[test]
    fn passwords_of_staff_have_12_characters() {
        let owner = Owner {
            is_staff: true,
            ..Owner::default()
        };
        let error = |text| NewPassword::parse(text, &owner).err();
        assert_eq!(error("gölbaşı"), Some(PasswordError::TooShort));
        assert_eq!(error("gölbaşı 77 "), Some(PasswordError::StaffTooShort));
        assert_eq!(error("gölbaşı 77 x"), None);
        assert!(TypedPassword::from("gölbaşı 77 ").is_too_short_for_staff());
        assert!(!TypedPassword::from("gölbaşı 77 x").is_too_short_for_staff());
    }

    #[test]
    fn common_passwords_are_long_enough_and_lower_case() {
        assert!(COMMON.len() >= 40_000);
        assert!(COMMON.is_sorted());
        for word in &*COMMON {
            assert!(word.chars().count() >= MIN_LENGTH, "{word} is too short anyway");
            assert_eq!(*word, word.to_lowercase(), "{word} is not lower case");
        }
    }

    #[test]
    fn new_passwords_are_normalized() {
        let password = NewPassword::parse("go\u{308}lbas\u{327}ım\u{a0}7", &Owner::default()).unwrap();
        assert_eq!(password.expose(), "gölbaşım 7".as_bytes());
        assert_eq!(error("go\u{308}lbas\u{327}ı"), Some(PasswordError::TooShort));
    }

    #[test]
    fn debug_output_hides_the_password() {
        let password = NewPassword::parse("mavi divan", &Owner::default()).unwrap();
        assert!(!format!("{password:?}").contains("mavi"));
    }
}
