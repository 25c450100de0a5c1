//! Filter, order and pages of product lists.

use kit::domain::{CategoryId, Money};

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    /// Maximum number of entries.
    pub(crate) limit: i64,
    /// Number of entries before the page.
    pub(crate) offset: i64,
}

impl Page {
    /// Creates page `number`, counted from 1, of pages of `size` entries.
    pub(crate) fn new(number: u32, size: u32) -> Self {
        let limit = i64::from(size);
        Self {
            limit,
            offset: i64::from(number.saturating_sub(1)).saturating_mul(limit),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_pages_from_1() {
        assert_eq!(Page::new(1, 10), Page { limit: 10, offset: 0 });
        assert_eq!(
            Page::new(3, 12),
            Page {
                limit: 12,
                offset: 24
            }
        );
        assert!(Page::new(u32::MAX, u32::MAX).offset > 0);
    }
}
