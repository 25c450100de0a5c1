//! What somebody types and what it means, the same for all that can be searched.

mod fold;
mod word;

pub use fold::{fold, words};
pub use word::{Fit, KnownWord, query_words};
