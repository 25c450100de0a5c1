//! Text search: normalization, prefix and typo matching.

mod fold;
mod word;

pub use fold::{fold, lowercase, words};
pub use word::{IndexedWord, MatchKind, query_words};
