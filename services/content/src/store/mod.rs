//! SQL statements of the service.

pub(crate) mod brochure;
pub(crate) mod campaign;
pub(crate) mod media;
pub(crate) mod project;
pub(crate) mod promo;
pub(crate) mod shop_terms;
pub(crate) mod store_location;

/// Maximum number of campaigns in a list.
const MAX_ROWS: i64 = 1_000;

/// Maximum number of rows of content that a page shows completely.
const MAX_PAGE_ROWS: i64 = 100;
