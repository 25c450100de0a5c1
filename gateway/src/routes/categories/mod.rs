//! Categories.

pub(crate) mod list;
