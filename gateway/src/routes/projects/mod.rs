//! The portfolio.

pub(crate) mod category;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod of_category;
pub(crate) mod project;
pub(crate) mod search;
