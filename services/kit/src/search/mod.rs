//! Text search: normalization, prefix and typo matching.

mod fold;
mod word;

pub use fold::{fold, lowercase, words};
pub use word::{IndexedWord, MAX_SUFFIX_LETTERS, MIN_FUZZY_LETTERS, MatchKind, query_words};
