//! Which products a list shows, and in which order.

use kit::domain::{CategoryId, Money};

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    /// Entries on it.
    pub(crate) limit: i64,
    /// Entries before it.
    pub(crate) offset: i64,
}

impl Page {
    /// Page `number`, from 1, of `size` entries each.
    pub(crate) fn new(number: u32, size: u32) -> Self {
        let limit = i64::from(size);
        Self {
            limit,
            offset: i64::from(number.saturating_sub(1)).saturating_mul(limit),
        }
    }
}

/// How a list is ordered; the id decides between equals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    /// By id alone.
    Id,
    /// Most wanted first.
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

/// Which active products are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Filter {
    /// Only of this category.
    pub(crate) category: Option<CategoryId>,
    /// With a discounted price of at least this much.
    pub(crate) min_price: Option<Money>,
    /// With a discounted price of at most this much.
    pub(crate) max_price: Option<Money>,
}

impl Filter {
    /// Whether prices are looked at; if not, the total is a maintained count.
    pub(crate) const fn has_price(&self) -> bool {
        self.min_price.is_some() || self.max_price.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_from_one() {
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
