//! The catalogue.

pub(crate) mod count;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod of_category;
pub(crate) mod product;
pub(crate) mod search;
pub(crate) mod suggest;
