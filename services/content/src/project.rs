//! Portfolio projects.

use kit::domain::{Language, LocalizedText, Measures, ProjectId};
pub(crate) use kit::vocabulary::content::ProjectCategory as Category;

use crate::{
    picture::Picture,
    publication::{LastChange, Publication},
    save::Version,
};

/// The furniture of a project, and the product of the shop that comes nearest to it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "StoredPiece", into = "StoredPiece")]
pub(crate) struct Piece {
    /// Code of the product.
    pub(crate) product_code: String,
    /// Slug of the palette; empty = unknown.
    pub(crate) color: String,
    /// Its measures, which may differ from those of the product; `None` = unknown.
    pub(crate) measures: Option<Measures>,
}

/// A piece as it is stored.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredPiece {
    product_code: String,
    color: String,
    /// Width, depth and height in millimetres.
    measures: Option<[u32; 3]>,
}

impl From<Piece> for StoredPiece {
    fn from(piece: Piece) -> Self {
        let sides = |Measures { width, depth, height }| {
            [width, depth, height].map(|side| u32::from(side.millimetres()))
        };
        Self {
            product_code: piece.product_code,
            color: piece.color,
            measures: piece.measures.map(sides),
        }
    }
}

impl TryFrom<StoredPiece> for Piece {
    type Error = &'static str;

    fn try_from(stored: StoredPiece) -> Result<Self, Self::Error> {
        let parse = |sides| Measures::from_millimetres(sides).ok_or("measures out of range");
        Ok(Self {
            product_code: stored.product_code,
            color: stored.color,
            measures: stored.measures.map(parse).transpose()?,
        })
    }
}

/// Attributes of a project, without its id and version.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attributes {
    /// Unique name given by staff.
    pub(crate) code: String,
    pub(crate) category: Category,
    pub(crate) title: LocalizedText,
    pub(crate) description: LocalizedText,
    pub(crate) image: Picture,
    /// `None` = no product is like it.
    pub(crate) piece: Option<Piece>,
    /// Whether the project spans two cells of the grid.
    pub(crate) is_large: bool,
    /// Position in lists.
    pub(crate) position: i32,
    #[serde(flatten)]
    pub(crate) publication: Publication,
}

impl Attributes {
    /// Returns the distinct folded words that the search indexes.
    pub(crate) fn search_words(&self) -> Vec<String> {
        let texts = Language::ALL
            .into_iter()
            .flat_map(|language| [self.title.get(language), self.description.get(language)]);
        let mut words: Vec<String> = texts
            .chain([self.category.name(), &self.code])
            .flat_map(kit::search::words)
            .collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}

/// A project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Project {
    pub(crate) id: ProjectId,
    pub(crate) version: Version,
    pub(crate) attributes: Attributes,
    pub(crate) last_change: LastChange,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_words_cover_all_texts_code_and_category() {
        let text = |az: &str, ru: &str, en: &str| LocalizedText {
            az: az.to_owned(),
            ru: ru.to_owned(),
            en: en.to_owned(),
        };
        let attributes = Attributes {
            code: "GD-1".to_owned(),
            category: Category::Garden,
            title: text("Bağ evi", "Садовый дом", "Garden house"),
            description: text("", "", ""),
            image: Picture::default(),
            piece: None,
            is_large: false,
            position: 0,
            publication: Publication::default(),
        };
        assert_eq!(
            attributes.search_words(),
            ["1", "bag", "dom", "evi", "garden", "gd", "house", "sadoviy"]
        );
    }
}
