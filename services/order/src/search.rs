//! Search in orders.

use kit::{domain::LocalizedText, search::fold};

/// Returns the text to search in: the number and all names, folded, a line each.
pub(crate) fn search_text<'a>(number: &str, names: impl IntoIterator<Item = &'a LocalizedText>) -> String {
    let mut lines = vec![fold(number)];
    for name in names {
        lines.extend([&name.az, &name.ru, &name.en].map(|name| fold(name)));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_the_folded_number_and_names_of_all_languages() {
        let name = LocalizedText {
            az: "İşıqlı ŞKAF".to_owned(),
            ru: "Светлый Шкаф".to_owned(),
            en: "Light wardrobe".to_owned(),
        };
        let text = "sb-7g2m04xk\nisigli skaf\nsvetliy skaf\nlight wardrobe";
        assert_eq!(search_text("SB-7Q2M04XK", [&name]), text);
    }
}
