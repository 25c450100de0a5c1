//! Filter, order and pages of product lists.

use kit::domain::{CategoryId, Money};

/// Order of a list; ties are broken by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    /// By id.
    Id,
    /// Most popular first.
    Popularity,
    /// Best rated first.
    Rating,
    /// Newest first.
    Latest,
    /// Lowest discounted price first.
    PriceLow,
    /// Highest discounted price first.
    PriceHigh,
}

/// Filter of active products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Filter {
    /// Category of the products.
    pub(crate) category: Option<CategoryId>,
    /// Minimum discounted price.
    pub(crate) min_price: Option<Money>,
    /// Maximum discounted price.
    pub(crate) max_price: Option<Money>,
}

impl Filter {
    /// Whether the filter has a price range. Without one, a category's stored count is the total.
    pub(crate) const fn has_price_range(&self) -> bool {
        self.min_price.is_some() || self.max_price.is_some()
    }
}
