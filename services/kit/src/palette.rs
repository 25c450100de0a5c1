//! Words for the colours of products.

use std::{collections::HashMap, sync::LazyLock};

use crate::{domain::Language, search::fold};

/// Words by slug and language; the web app has the same file.
static COLORS: LazyLock<HashMap<String, HashMap<String, String>>> =
    LazyLock::new(|| serde_json::from_str(include_str!("palette.json")).unwrap_or_default());

/// Returns the word for a colour; the slug itself if the palette lacks it.
pub fn name(slug: &str, language: Language) -> String {
    let words = COLORS.get(slug).and_then(|words| words.get(language.name()));
    words.map_or(slug, String::as_str).to_owned()
}

/// Returns the slug of the colour with a slug or word, in any language and spelling; `None` if the palette lacks it.
pub fn find(word: &str) -> Option<&'static str> {
    let word = fold(word);
    let mut colors = COLORS.iter();
    let found = colors.find(|(slug, words)| {
        let mut words = Language::ALL
            .iter()
            .filter_map(|language| words.get(language.name()));
        word == **slug || word == slug.replace('-', " ") || words.any(|own| fold(own) == word)
    });
    found.map(|(slug, _)| slug.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_is_that_of_the_web_app() {
        assert_eq!(
            include_str!("palette.json"),
            include_str!("../../../web/shared/palette/palette.json")
        );
        assert_eq!(name("white", Language::Az), "ağ");
        assert_eq!(name("pink", Language::Az), "pink");
        for word in ["smoked-oak", "Smoked Oak", "tünd palıd", "Тёмный дуб"] {
            assert_eq!(find(word), Some("smoked-oak"), "{word}");
        }
        assert_eq!(find("pink"), None);
    }
}
