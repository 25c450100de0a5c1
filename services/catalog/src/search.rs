//! Ranking of search results.

use kit::{domain::ProductId, search::MatchKind};

/// Field of a product that contains a word, most relevant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SearchField {
    Code,
    Name,
    /// Any other field.
    Other,
}

/// Indexed text of a product.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) product: ProductId,
    /// Search revision of the product's last change.
    pub(crate) revision: i64,
    /// Folded words with their fields; empty if the product is inactive.
    pub(crate) words: Vec<(String, SearchField)>,
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

    /// Returns the rank as a number, 0 to 8, in the same order.
    pub(crate) const fn as_i16(self) -> i16 {
        let field = match self.field {
            SearchField::Code => 0,
            SearchField::Name => 3,
            SearchField::Other => 6,
        };
        let match_kind = match self.match_kind {
            MatchKind::Exact => 0,
            MatchKind::Prefix => 1,
            MatchKind::Typo => 2,
        };
        field + match_kind
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
        assert!(ranks.is_sorted());
        let numbers: Vec<_> = ranks.into_iter().map(Rank::as_i16).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
