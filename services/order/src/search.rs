//! Search in orders.

use kit::{domain::LocalizedText, search::lowercase};

/// Returns the text to search in: the number and all names in lower case, a line each.
pub(crate) fn search_text<'a>(number: &str, names: impl IntoIterator<Item = &'a LocalizedText>) -> String {
    let mut lines: Vec<String> = vec![lowercase(number).collect()];
    for name in names {
        lines.extend([&name.az, &name.ru, &name.en].map(|name| lowercase(name).collect()));
    }
    lines.join("\n")
}

/// Returns a LIKE pattern that finds a term anywhere. Escapes its wildcards.
pub(crate) fn pattern(term: &str) -> String {
    let mut pattern = String::from("%");
    for letter in lowercase(term) {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
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
        ] {
            let pattern = pattern(term);
            assert!(text.contains(pattern.trim_matches('%')), "{term}");
        }
    }

    #[test]
    fn escapes_wildcards() {
        assert_eq!(pattern(r"50%_\"), r"%50\%\_\\%");
    }
}
