//! Unicode form of passwords.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

/// Returns the form in which a password is hashed and verified: composed (NFC), every space of Unicode as the ASCII
/// space. This is the `OpaqueString` profile of RFC 8265; keyboards and systems type one password in several forms.
pub fn normalize_password(typed: &str) -> Cow<'_, str> {
    let is_other_space = |character: char| {
        !character.is_ascii() && character.general_category() == GeneralCategory::SpaceSeparator
    };
    if is_nfc(typed) && !typed.contains(is_other_space) {
        return Cow::Borrowed(typed);
    }
    typed
        .chars()
        .map(|character| if is_other_space(character) { ' ' } else { character })
        .nfc()
        .collect::<String>()
        .into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn composes_letters_and_maps_spaces() {
        for (typed, normal) in [
            ("mavi divan", "mavi divan"),
            ("mavi\u{a0}divan\u{3000}", "mavi divan "),
            ("go\u{308}lbas\u{327}ım", "gölbaşım"),
            ("ﬁ Ａ\u{200b}", "ﬁ Ａ\u{200b}"),
        ] {
            assert_eq!(normalize_password(typed), normal);
        }
    }

    proptest! {
        #[test]
        fn normalizing_is_idempotent(typed in any::<String>()) {
            let normal = normalize_password(&typed).into_owned();
            prop_assert!(matches!(normalize_password(&normal), Cow::Borrowed(_)));
        }
    }
}
