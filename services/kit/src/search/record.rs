//! Searches for records by number, phone and words.

use super::fold;
use crate::domain::{NumberQuery, RecordKind, phone_part_digits, phone_query};

/// Maximum number of words of a search.
const MAX_WORDS: usize = 10;

/// Minimum number of digits of a phone that is written in several words, between other words.
const MIN_PHONE_DIGITS: usize = 9;

/// A search text for lists of records, as `LIKE` patterns. A record matches if one of `numbers` or `phones` matches, or if
/// there are `words` and its folded text matches all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct RecordQuery {
    /// Patterns of the beginnings of numbers.
    pub numbers: Vec<String>,
    /// Whether the text can be nothing but a number.
    #[serde(skip)]
    pub is_only_number: bool,
    /// Patterns of the ends of phones in their normal form.
    pub phones: Vec<String>,
    /// Patterns of folded words, in any order.
    pub words: Vec<String>,
}

impl RecordQuery {
    /// Parses a search text for records of some kinds, at most ten words of it.
    pub fn parse(text: &str, kinds: &[RecordKind]) -> Self {
        let number = NumberQuery::parse(text, kinds);
        let phone = phone_query(text);
        let words = words(text);
        Self {
            numbers: number.patterns,
            is_only_number: number.is_only_number,
            phones: phone.map(|digits| format!("%{digits}")).into_iter().collect(),
            words: words
                .iter()
                .take(MAX_WORDS)
                .map(|word| format!("%{}%", escape_like(word)))
                .collect(),
        }
    }
}

/// Returns the folded words of a text. The words of a whole phone are one word: its digits without country code and zero.
fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let typed: Vec<&str> = folded.split_whitespace().collect();
    let mut words = Vec::new();
    let mut rest = typed.as_slice();
    while let Some((first, others)) = rest.split_first() {
        let run = rest.iter().map_while(|word| phone_part_digits(word));
        let (length, digits) = run.fold((0, 0), |(length, digits), more| (length + 1, digits + more));
        let (phone, after) = rest.split_at(length);
        let phone = phone_query(&phone.join(" ")).filter(|_| digits >= MIN_PHONE_DIGITS);
        rest = if phone.is_some() { after } else { others };
        words.push(phone.unwrap_or_else(|| (*first).to_owned()));
    }
    words
}

/// Escapes the wildcards of `LIKE`.
pub fn escape_like(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> RecordQuery {
        RecordQuery::parse(text, &RecordKind::INQUIRIES)
    }

    #[test]
    fn searches_by_number_phone_and_words() {
        assert_eq!(query("sq-7q").numbers, ["SQ-7Q%"]);
        assert_eq!(query("7q").numbers, ["SQ-7Q%", "SM-7Q%", "SC-7Q%"]);
        assert_eq!(query("4567").phones, ["%4567"]);
        assert_eq!(query("050 123 45 67").phones, ["%501234567"]);
        assert_eq!(query("123").phones, Vec::<String>::new());
        assert_eq!(query("Məmmədova 100%").words, ["%memmedova%", "%100\\%%"]);
        assert_eq!(query("a_b\\").words, ["%a\\_b\\\\%"]);
        assert_eq!(query("ьъ"), RecordQuery::default());
    }

    #[test]
    fn reads_a_phone_between_words_as_one_word() {
        for phone in [
            "0501234567",
            "050 123 45 67",
            "+994 50 123 45 67",
            "+994 (0)50 123-45–67",
            "994501234567",
            "(050) 123 45 67",
        ] {
            let text = format!("Leyla {phone} Məmmədova");
            assert_eq!(
                query(&text).words,
                ["%leyla%", "%501234567%", "%memmedova%"],
                "{phone}"
            );
        }
        assert_eq!(
            query("şkaf 120 200 60").words,
            ["%skaf%", "%120%", "%200%", "%60%"]
        );
        assert_eq!(query("Leyla 4567").words, ["%leyla%", "%4567%"]);
    }
}
