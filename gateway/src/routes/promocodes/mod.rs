//! The texts of the banner. The contract calls them codes; there are no codes in them.

pub(crate) mod list;
