//! How well a product answers what somebody looks for.

use kit::{domain::ProductId, search::MatchKind};

/// Where a product has a word; the better place first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// In its code.
    Code,
    /// In its name.
    Name,
    /// Anywhere else.
    Rest,
}

/// What the search knows of a product.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) product: ProductId,
    /// The change that it comes from.
    pub(crate) revision: i64,
    /// Its words, folded, each with a place. Empty where it is not sold.
    pub(crate) words: Vec<(String, Place)>,
}

/// How well a product answers: by place first, then by fit. Smaller is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    place: Place,
    fit: MatchKind,
}

impl Rank {
    /// The rank of a fit in a place.
    pub(crate) const fn new(place: Place, fit: MatchKind) -> Self {
        Self { place, fit }
    }

    /// The same order as a small number.
    pub(crate) const fn number(self) -> i16 {
        let place = match self.place {
            Place::Code => 0,
            Place::Name => 3,
            Place::Rest => 6,
        };
        let fit = match self.fit {
            MatchKind::Exact => 0,
            MatchKind::Prefix => 1,
            MatchKind::Typo => 2,
        };
        place + fit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_counts_before_fit() {
        let mut ranks = Vec::new();
        for place in [Place::Code, Place::Name, Place::Rest] {
            for fit in [MatchKind::Exact, MatchKind::Prefix, MatchKind::Typo] {
                ranks.push(Rank::new(place, fit));
            }
        }
        assert!(ranks.is_sorted());
        let numbers: Vec<_> = ranks.into_iter().map(Rank::number).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
