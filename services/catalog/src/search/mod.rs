//! Content of the search index, the readings of a search term, and the ranking of its results.

mod keyboard;
mod synonyms;
mod wish;

pub(crate) use wish::{Width, Wish, Word, readings, size_word};

use kit::{
    domain::{CategoryId, LocalizedText, Money, ProductId},
    search::MatchKind,
};

use crate::{measures::Millimetres, product::Availability, record::Record};

/// Content of the index for one product.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) product: ProductId,
    /// Inactive products are not indexed.
    pub(crate) is_active: bool,
    pub(crate) category: CategoryId,
    pub(crate) discounted_price: Money,
    /// Microseconds since 1970.
    pub(crate) created_at: i64,
    pub(crate) rating_tenths: i16,
    pub(crate) popularity: i64,
    pub(crate) width: Option<Millimetres>,
    /// Width, depth and height as [`size_word`] writes them.
    pub(crate) size: Option<String>,
    pub(crate) availability: Availability,
    pub(crate) is_discounted: bool,
    /// Slugs of colours.
    pub(crate) colors: Vec<String>,
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    /// Description, features and the category's name.
    pub(crate) other: Vec<LocalizedText>,
    /// The product as the shop shows it.
    pub(crate) record: Record,
}

/// Field of a product that contains a word, most relevant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SearchField {
    Code,
    Name,
    /// Any other field.
    Other,
}

/// Relevance of a product, by field, then by kind of match; smaller is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    field: SearchField,
    match_kind: MatchKind,
}

impl Rank {
    /// Creates the rank of a match in a field.
    pub(crate) const fn new(field: SearchField, match_kind: MatchKind) -> Self {
        Self { field, match_kind }
    }

    /// Whether all words match the code or the name.
    pub(crate) const fn is_of_name(self) -> bool {
        matches!(self.field, SearchField::Code | SearchField::Name)
    }

    /// Whether all words match the code.
    pub(crate) const fn is_code(self) -> bool {
        matches!(self.field, SearchField::Code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_by_field_before_match_kind() {
        let mut ranks = Vec::new();
        for field in [SearchField::Code, SearchField::Name, SearchField::Other] {
            for match_kind in [MatchKind::Exact, MatchKind::Prefix, MatchKind::Typo] {
                ranks.push(Rank::new(field, match_kind));
            }
        }
        assert!(ranks.is_sorted_by(|a, b| a < b));
    }
}
