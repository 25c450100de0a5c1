//! Set of documents of a segment.

/// Number of documents in a word of the set.
const WORD_BITS: u32 = u64::BITS;

/// Set of document numbers below a bound.
#[derive(Debug, Clone)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// Creates an empty set for numbers below `bound`.
    pub(super) fn new(bound: u32) -> Self {
        Self {
            words: vec![0; index(bound.div_ceil(WORD_BITS))],
        }
    }

    /// Creates the set of all numbers below `bound`.
    pub(super) fn full(bound: u32) -> Self {
        let mut set = Self {
            words: vec![u64::MAX; index(bound.div_ceil(WORD_BITS))],
        };
        let rest = bound % WORD_BITS;
        if rest > 0
            && let Some(last) = set.words.last_mut()
        {
            *last = (1 << rest) - 1;
        }
        set
    }

    pub(super) fn insert(&mut self, document: u32) {
        if let Some(word) = self.words.get_mut(index(document / WORD_BITS)) {
            *word |= 1 << (document % WORD_BITS);
        }
    }

    pub(super) fn contains(&self, document: u32) -> bool {
        self.words
            .get(index(document / WORD_BITS))
            .is_some_and(|word| word >> (document % WORD_BITS) & 1 == 1)
    }

    /// Returns the number of documents.
    pub(super) fn count(&self) -> usize {
        index(self.words.iter().map(|word| word.count_ones()).sum())
    }

    /// Returns the number of documents that another set contains too.
    pub(super) fn count_common(&self, other: &Self) -> usize {
        let words = self.words.iter().zip(&other.words);
        index(words.map(|(word, other)| (word & other).count_ones()).sum())
    }

    /// Adds the documents of another set.
    pub(super) fn unite(&mut self, other: &Self) {
        self.combine(other, |word, other| word | other);
    }

    /// Removes all documents that another set does not contain.
    pub(super) fn intersect(&mut self, other: &Self) {
        self.combine(other, |word, other| word & other);
    }

    /// Removes the documents of another set.
    pub(super) fn subtract(&mut self, other: &Self) {
        self.combine(other, |word, other| word & !other);
    }

    fn combine(&mut self, other: &Self, operation: impl Fn(u64, u64) -> u64) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word = operation(*word, *other);
        }
    }

    /// Returns the documents in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..).step_by(64).zip(&self.words).flat_map(|(first, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (bit < WORD_BITS).then_some(first + bit)
            })
        })
    }
}

/// Converts a document number to a position in a slice.
pub(super) fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn bits(documents: &BTreeSet<u32>) -> Bits {
        let mut bits = Bits::new(200);
        for document in documents {
            bits.insert(*document);
        }
        bits
    }

    proptest! {
        #[test]
        fn behaves_like_a_set(
            a in prop::collection::btree_set(0_u32..200, 0..60),
            b in prop::collection::btree_set(0_u32..200, 0..60),
        ) {
            let set = bits(&a);
            prop_assert_eq!(set.iter().collect::<BTreeSet<_>>(), a.clone());
            prop_assert_eq!(set.count(), a.len());
            prop_assert!((0..200).all(|document| set.contains(document) == a.contains(&document)));
            let combine = |operation: fn(&mut Bits, &Bits)| {
                let mut set = bits(&a);
                operation(&mut set, &bits(&b));
                set.iter().collect::<BTreeSet<_>>()
            };
            prop_assert_eq!(combine(Bits::intersect), &a & &b);
            prop_assert_eq!(combine(Bits::subtract), &a - &b);
            prop_assert_eq!(combine(Bits::unite), &a | &b);
            prop_assert_eq!(set.count_common(&bits(&b)), (&a & &b).len());
        }

        #[test]
        fn full_set_has_all_numbers_below_its_bound(bound in 0_u32..200) {
            let set = Bits::full(bound);
            prop_assert_eq!(set.iter().collect::<Vec<_>>(), (0..bound).collect::<Vec<_>>());
        }
    }
}
