//! Phones, search text and search queries of customers.

use kit::search::fold;

/// Country code of phones without one.
const COUNTRY: &str = "994";

/// Minimum number of digits of a search for a phone.
const MIN_SEARCH_DIGITS: usize = 4;

/// Maximum number of words of a search.
const MAX_WORDS: usize = 10;

/// Returns a phone in any spelling as `+` and 10 to 15 digits, by default of Azerbaijan; `None` if it is not readable.
pub(crate) fn phone_number(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let is_international = typed.starts_with('+') || typed.starts_with("00");
    if typed
        .chars()
        .any(|c| !(c.is_ascii_digit() || c.is_whitespace() || "+-().".contains(c)))
    {
        return None;
    }
    let digits: String = typed.chars().filter(char::is_ascii_digit).collect();
    let number = if is_international {
        digits.trim_start_matches('0').to_owned()
    } else if let Some(national) = digits.strip_prefix('0') {
        format!("{COUNTRY}{national}")
    } else if digits.len() == 9 {
        format!("{COUNTRY}{digits}")
    } else {
        digits
    };
    (10..=15).contains(&number.len()).then(|| format!("+{number}"))
}

/// Returns folded words, for searches by `like`.
pub(crate) fn search_text<'text>(parts: impl IntoIterator<Item = &'text str>) -> String {
    let folded: Vec<_> = parts
        .into_iter()
        .map(fold)
        .filter(|part| !part.is_empty())
        .collect();
    folded.join(" ")
}

/// A search.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Query {
    /// Beginning of a number, in upper case; its characters are safe in a `like` pattern.
    pub(crate) number: Option<String>,
    /// Last digits of a phone.
    pub(crate) digits: Vec<String>,
    /// `like` patterns, all of which the search text has.
    pub(crate) words: Vec<String>,
}

impl Query {
    /// Parses a search text.
    pub(crate) fn parse(text: &str) -> Self {
        let text = text.trim();
        let number = text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-')
            .then(|| format!("{}%", text.to_ascii_uppercase()));
        let is_phone = text
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || "+-().".contains(c));
        let typed: String = text.chars().filter(char::is_ascii_digit).collect();
        let mut digits = Vec::new();
        if is_phone && typed.len() >= MIN_SEARCH_DIGITS {
            digits.extend(phone_number(text).map(|number| format!("%{}", number.trim_start_matches('+'))));
            digits.push(format!("%{typed}"));
        }
        let words = fold(text)
            .split_whitespace()
            .take(MAX_WORDS)
            .map(|word| {
                format!(
                    "%{}%",
                    word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
                )
            })
            .collect();
        Self {
            number,
            digits,
            words,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_phones_in_any_spelling() {
        for typed in [
            "+994501234567",
            "+994 (50) 123-45-67",
            "00994 50 123 45 67",
            "050 123 45 67",
            "501234567",
            "994501234567",
        ] {
            assert_eq!(phone_number(typed).as_deref(), Some("+994501234567"), "{typed}");
        }
        assert_eq!(phone_number("+7 912 345 67 89").as_deref(), Some("+79123456789"));
        for typed in ["", "12", "call me", "050 qapı", "+12345678901234567"] {
            assert_eq!(phone_number(typed), None, "{typed}");
        }
    }

    #[test]
    fn searches_by_number_phone_and_words() {
        assert_eq!(Query::parse("sq-7q").number.as_deref(), Some("SQ-7Q%"));
        assert_eq!(Query::parse("4567").digits, ["%4567"]);
        assert_eq!(
            Query::parse("050 123 45 67").digits,
            ["%994501234567", "%0501234567"]
        );
        assert_eq!(Query::parse("123").digits, Vec::<String>::new());
        assert_eq!(Query::parse("Məmmədova 100%").words, ["%memmedova%", "%100\\%%"]);
        assert_eq!(search_text(["Leyla", "", "Məmmədova"]), "leyla memmedova");
    }

    proptest! {
        #[test]
        fn normalizing_a_phone_is_idempotent(typed in "[+0-9 ()-]{0,30}") {
            if let Some(number) = phone_number(&typed) {
                prop_assert!((11..=16).contains(&number.len()));
                prop_assert_eq!(phone_number(&number), Some(number.clone()));
            }
        }

        #[test]
        fn last_digits_of_a_phone_find_it(digits in "[1-9][0-9]{8}", count in 4..9_usize) {
            let number = phone_number(&format!("0{digits}")).unwrap();
            let last: String = digits.chars().skip(9 - count).collect();
            let patterns = Query::parse(&last).digits;
            prop_assert!(patterns.iter().any(|pattern| number.ends_with(pattern.trim_start_matches('%'))));
        }
    }
}
