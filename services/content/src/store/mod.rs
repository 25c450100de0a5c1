//! SQL statements of the service.

pub(crate) mod brochure;
pub(crate) mod campaign;
pub(crate) mod home_text;
pub(crate) mod media;
pub(crate) mod ordering;
pub(crate) mod project;
pub(crate) mod promo;
pub(crate) mod publication;
pub(crate) mod shop_hours;
pub(crate) mod shop_terms;
pub(crate) mod store_location;

use crate::publication::Visibility;

/// Maximum number of records in a list.
const MAX_ROWS: i64 = 1_000;

/// Maximum number of rows of content that a page shows completely.
const MAX_PAGE_ROWS: i64 = 100;

/// Returns the maximum number of rows of a list.
const fn max_rows(visibility: Visibility) -> i64 {
    match visibility {
        Visibility::Shown => MAX_PAGE_ROWS,
        Visibility::All => MAX_ROWS,
    }
}
