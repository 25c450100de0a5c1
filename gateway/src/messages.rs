//! What the shop says when it refuses something, in three languages.

use std::{collections::HashMap, sync::LazyLock};

use kit::{domain::Language, failure::Failure};

/// Key to text.
type Texts = HashMap<String, String>;

static AZ: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("messages/az.json")));
static RU: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("messages/ru.json")));
static EN: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("messages/en.json")));

/// The tests hold the files to be whole.
fn parse(json: &str) -> Texts {
    serde_json::from_str(json).unwrap_or_default()
}

fn texts(language: Language) -> &'static Texts {
    match language {
        Language::Az => &AZ,
        Language::Ru => &RU,
        Language::En => &EN,
    }
}

/// What to tell the visitor of a failure. A reason that has no text is told by its kind.
pub(crate) fn of_failure(failure: &Failure, language: Language) -> String {
    let texts = texts(language);
    let text = texts
        .get(&failure.reason)
        .or_else(|| texts.get(&Failure::new(failure.code).reason));
    let mut text = text.cloned().unwrap_or_default();
    for (name, value) in &failure.parameters {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    // A reason that came without its values must not show a hole.
    if text.contains('{') {
        text = texts
            .get(&Failure::new(failure.code).reason)
            .cloned()
            .unwrap_or_default();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kit::failure::Code;

    use super::*;

    /// All codes, for the test that each has a text.
    const CODES: [Code; 9] = [
        Code::Invalid,
        Code::Unauthenticated,
        Code::Forbidden,
        Code::NotFound,
        Code::Conflict,
        Code::KeyReused,
        Code::LimitReached,
        Code::Unavailable,
        Code::Internal,
    ];

    fn keys(language: Language) -> BTreeSet<&'static str> {
        texts(language).keys().map(String::as_str).collect()
    }

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect()
    }

    #[test]
    fn every_language_has_the_same_keys_and_placeholders() {
        assert!(!EN.is_empty());
        for language in Language::ALL {
            assert_eq!(keys(language), keys(Language::En), "{language}");
            for (key, text) in texts(language) {
                assert!(!text.trim().is_empty(), "{language} {key}");
                assert_eq!(placeholders(text), placeholders(&EN[key]), "{language} {key}");
            }
        }
    }

    #[test]
    fn every_kind_of_failure_has_a_text() {
        for code in CODES {
            for language in Language::ALL {
                assert_ne!(
                    of_failure(&Failure::new(code), language),
                    "",
                    "{code:?} {language}"
                );
            }
        }
    }

    #[test]
    fn values_are_filled_in() {
        let failure = Failure::with_reason(Code::Conflict, "CART.NOT_ENOUGH").with_parameter("available", 3);
        assert!(of_failure(&failure, Language::En).contains('3'));
    }

    #[test]
    fn an_unknown_reason_or_a_missing_value_falls_back_to_the_kind() {
        let conflict = of_failure(&Failure::new(Code::Conflict), Language::Az);
        assert_eq!(
            of_failure(&Failure::with_reason(Code::Conflict, "NO.SUCH"), Language::Az),
            conflict
        );
        assert_eq!(
            of_failure(
                &Failure::with_reason(Code::Conflict, "CART.NOT_ENOUGH"),
                Language::Az
            ),
            conflict
        );
    }
}
