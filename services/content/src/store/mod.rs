//! Every SQL statement of the service.

pub(crate) mod campaign;
pub(crate) mod catalogue;
pub(crate) mod outlet;
pub(crate) mod project;
pub(crate) mod promo;

/// Rows of a list at most, so that no answer grows without bound.
const MOST: i64 = 1_000;

/// The same of what a page shows whole.
const MOST_SHOWN: i64 = 100;
