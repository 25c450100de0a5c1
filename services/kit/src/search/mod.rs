//! Text search: normalization, prefix and typo matching, searches for records.

mod fold;
mod record;
mod word;

pub use fold::{fold, lowercase, words};
pub use record::{RecordQuery, escape_like};
pub use word::{IndexedWord, MAX_SUFFIX_LETTERS, MIN_FUZZY_LETTERS, MatchKind, query_words};
