//! Ranking of search results.

use kit::search::MatchKind;

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
