//! Error messages in three languages.

use std::{collections::HashMap, sync::LazyLock};

use kit::{domain::Language, failure::Failure};

/// Messages by key.
type Texts = HashMap<String, String>;

static AZ: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("messages/az.json")));
static RU: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("messages/ru.json")));
static EN: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("messages/en.json")));

/// Tests check that the files parse.
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

/// Returns the message of a failure's reason, else of its code.
pub(crate) fn localize(failure: &Failure, language: Language) -> String {
    let texts = texts(language);
    let text = texts
        .get(&failure.reason)
        .or_else(|| texts.get(&Failure::new(failure.code).reason));
    let mut text = text.cloned().unwrap_or_default();
    for (name, value) in &failure.parameters {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    // A parameter is missing.
    if text.contains('{') {
        text = texts
            .get(&Failure::new(failure.code).reason)
            .cloned()
            .unwrap_or_default();
    }
    text
}

/// Returns a text; empty if there is none.
pub(crate) fn text(key: &str, language: Language) -> &'static str {
    texts(language).get(key).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kit::failure::Code;

    use super::*;

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
    fn every_code_has_a_message() {
        for code in CODES {
            for language in Language::ALL {
                assert_ne!(localize(&Failure::new(code), language), "", "{code:?} {language}");
            }
        }
    }

    #[test]
    fn fills_in_parameters() {
        let failure = Failure::with_reason(Code::Conflict, "CART.NOT_ENOUGH").with_parameter("available", 3);
        assert!(localize(&failure, Language::En).contains('3'));
    }

    #[test]
    fn falls_back_to_the_code_for_unknown_reasons_and_missing_parameters() {
        let conflict = localize(&Failure::new(Code::Conflict), Language::Az);
        assert_eq!(
            localize(&Failure::with_reason(Code::Conflict, "NO.SUCH"), Language::Az),
            conflict
        );
        assert_eq!(
            localize(
                &Failure::with_reason(Code::Conflict, "CART.NOT_ENOUGH"),
                Language::Az
            ),
            conflict
        );
    }
}
