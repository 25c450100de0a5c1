//! Search in orders.

use kit::{
    domain::{LocalizedText, NumberQuery, RecordKind},
    search::{fold, lowercase},
};

/// Returns the text to search in: the number and all names, folded, a line each.
pub(crate) fn search_text<'a>(number: &str, names: impl IntoIterator<Item = &'a LocalizedText>) -> String {
    let mut lines = vec![fold(number)];
    for name in names {
        lines.extend([&name.az, &name.ru, &name.en].map(|name| fold(name)));
    }
    lines.join("\n")
}

/// Returns LIKE patterns, one of which the text of an order matches: the term anywhere, or the beginning of its number.
pub(crate) fn patterns(term: &str) -> Vec<String> {
    // Pods of the previous version store lower case.
    let terms = [fold(term), lowercase(term).collect()];
    let numbers = NumberQuery::parse(term, &[RecordKind::Order]).patterns;
    terms
        .map(|term| format!("%{}%", escape(&term)))
        .into_iter()
        .chain(numbers.iter().map(|pattern| pattern.to_lowercase()))
        .collect()
}

/// Escapes the wildcards of LIKE.
pub(crate) fn escape(text: &str) -> String {
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

    fn name(az: &str, ru: &str, en: &str) -> LocalizedText {
        LocalizedText {
            az: az.to_owned(),
            ru: ru.to_owned(),
            en: en.to_owned(),
        }
    }

    #[test]
    fn ignores_case_in_all_languages() {
        let text = search_text(
            "SB-7Q2M04XK",
            [&name("İşıqlı ŞKAF", "Светлый Шкаф", "Light wardrobe")],
        );
        for term in [
            "sb-7q2",
            "M04xk",
            "işıqlı",
            "IŞIQLI",
            "şkaf",
            "ШКАФ",
            "светлый",
            "LIGHT w",
            "skaf",
            "isiqli",
        ] {
            assert!(text.contains(patterns(term)[0].trim_matches('%')), "{term}");
        }
    }

    #[test]
    fn escapes_wildcards() {
        assert_eq!(patterns(r"50%_\")[0], r"%50\%\_\\%");
    }

    #[test]
    fn finds_the_beginning_of_a_number_in_any_spelling() {
        assert_eq!(patterns("№ SB7Q2").last().unwrap(), "sb-7q2%");
        assert_eq!(patterns("7Q2")[2..], ["sb-7q2%"]);
    }
}
