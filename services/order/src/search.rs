//! Finding an order by what a customer types.

use kit::domain::LocalizedText;

/// The text that a search looks in: the number and all names, folded, a line each.
pub(crate) fn text<'a>(number: &str, names: impl IntoIterator<Item = &'a LocalizedText>) -> String {
    let mut lines = vec![fold(number)];
    for name in names {
        lines.extend([fold(&name.az), fold(&name.ru), fold(&name.en)]);
    }
    lines.join("\n")
}

/// The pattern of a LIKE that finds a term anywhere; nothing in the term is a wildcard.
pub(crate) fn pattern(term: &str) -> String {
    let mut pattern = String::from("%");
    for letter in fold(term).chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// Lower case; the four letters i of Azerbaijani are one, for not every keyboard has them all.
fn fold(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            'İ' | 'I' | 'ı' => 'i',
            other => other,
        })
        .flat_map(char::to_lowercase)
        .collect()
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
    fn case_does_not_matter_in_any_language() {
        let text = text(
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
            let folded = pattern(term);
            assert!(text.contains(folded.trim_matches('%')), "{term}");
        }
    }

    #[test]
    fn a_wildcard_in_a_term_is_a_letter() {
        assert_eq!(pattern(r"50%_\"), r"%50\%\_\\%");
    }
}
