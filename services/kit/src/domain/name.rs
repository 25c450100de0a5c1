//! Names of people.

use unicode_normalization::UnicodeNormalization as _;

use super::characters::is_invisible;

/// Returns the normal form of a name: composed (NFC), without invisible characters, with single spaces.
///
/// `testdata/names.json` tests it.
pub fn normalize_name(text: &str) -> String {
    let visible: String = text
        .chars()
        .filter(|character| !is_invisible(*character))
        .nfc()
        .collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::validation::FieldErrors;

    #[derive(serde::Deserialize)]
    struct Case {
        typed: String,
        name: Option<String>,
    }

    #[test]
    fn matches_the_shared_table() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../testdata/names.json")).unwrap();
        assert!(cases.len() >= 20);
        for case in cases {
            let name = FieldErrors::default().name::<1, 100>("name", &case.typed);
            assert_eq!(name, case.name, "{:?}", case.typed);
        }
    }

    proptest! {
        #[test]
        fn normalizing_is_idempotent(typed in any::<String>()) {
            let name = normalize_name(&typed);
            prop_assert_eq!(normalize_name(&name), name);
        }
    }
}
