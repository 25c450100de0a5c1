//! Filter, order and facets of product lists.

use std::collections::BTreeMap;

use kit::domain::{CategoryId, Money};
pub(crate) use kit::vocabulary::catalog::Sort;

use crate::product::Availability;

/// Filter of active products.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Filter {
    /// Category of the products.
    pub(crate) category: Option<CategoryId>,
    /// Minimum discounted price.
    pub(crate) min_price: Option<Money>,
    /// Maximum discounted price.
    pub(crate) max_price: Option<Money>,
    /// Minimum width in millimetres. Products of unknown width do not match.
    pub(crate) min_width: Option<u32>,
    /// Maximum width in millimetres.
    pub(crate) max_width: Option<u32>,
    /// Width in millimetres that the products are ordered by, the nearest first, in place of a sort order. Products of unknown
    /// width do not match.
    pub(crate) near_width: Option<u32>,
    /// Colour slugs, of which a product needs one; empty = any colour.
    pub(crate) colors: Vec<String>,
    /// Availability of the products.
    pub(crate) availability: Option<Availability>,
    /// Whether only products with a discount match.
    pub(crate) is_discounted: bool,
}

impl Filter {
    /// Whether the filter has a price range.
    pub(crate) const fn has_price_range(&self) -> bool {
        self.min_price.is_some() || self.max_price.is_some()
    }

    /// Returns the lowest and the highest discounted price that match, in qəpik.
    pub(crate) fn price_bounds(&self) -> (i64, i64) {
        (
            self.min_price.map_or(i64::MIN, Money::minor),
            self.max_price.map_or(i64::MAX, Money::minor),
        )
    }

    /// Whether the filter has a range of widths, or needs a known one.
    pub(crate) const fn has_width_range(&self) -> bool {
        self.min_width.is_some() || self.max_width.is_some() || self.near_width.is_some()
    }

    /// Returns the minimum width in millimetres: where only known widths match, the least possible one.
    pub(crate) const fn least_width(&self) -> Option<u32> {
        match (self.min_width, self.near_width) {
            (None, Some(_)) => Some(1),
            (min, _) => min,
        }
    }

    /// Whether the filter has nothing but a category and a price range.
    pub(crate) const fn is_category_and_price(&self) -> bool {
        !self.has_width_range()
            && self.colors.is_empty()
            && self.availability.is_none()
            && !self.is_discounted
    }

    /// Whether the filter has nothing but a category, so that the category's stored count is the total.
    pub(crate) const fn is_category(&self) -> bool {
        !self.has_price_range() && self.is_category_and_price()
    }
}

/// Numbers of products by the values of each filter, counted with all other filters applied.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Facets {
    /// By category; those without active products may be missing.
    pub(crate) categories: BTreeMap<i32, i64>,
    /// By slug; has the colours of all active products and those of the filter.
    pub(crate) colors: BTreeMap<String, i64>,
    pub(crate) in_stock: i64,
    pub(crate) made_to_order: i64,
    pub(crate) discounted: i64,
    /// Discounted prices; `None` without products.
    pub(crate) prices: Option<Prices>,
    /// Lowest and highest width in millimetres; `None` without products of known width.
    pub(crate) widths: Option<(i64, i64)>,
}

/// Number of equal steps of a price range.
pub(crate) const BARS: usize = 12;

/// Qəpik in a manat.
const MANAT: i64 = 100;

/// Distribution of prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prices {
    pub(crate) steps: PriceSteps,
    /// Numbers of products by step.
    pub(crate) bars: [i64; BARS],
}

/// Price range in whole manats, split into [`BARS`] equal steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PriceSteps {
    /// Qəpik, whole manats.
    pub(crate) min: i64,
    /// Qəpik, whole manats.
    pub(crate) max: i64,
}

impl PriceSteps {
    /// Returns the steps of a range of prices in qəpik, which are not negative.
    pub(crate) const fn new(min: i64, max: i64) -> Self {
        Self {
            min: min / MANAT * MANAT,
            max: max.saturating_add(MANAT - 1) / MANAT * MANAT,
        }
    }

    /// Returns the step of a price in the range. It never decreases with the price.
    pub(crate) fn step_of(self, price: i64) -> usize {
        let span = i128::from(self.max - self.min).max(1);
        let offset = i128::from(price - self.min);
        let bars = i128::try_from(BARS).unwrap_or(i128::MAX);
        let step = (offset * bars / span).clamp(0, bars - 1);
        usize::try_from(step).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_steps_span_whole_manats() {
        let steps = PriceSteps::new(71_250, 279_001);
        assert_eq!((steps.min, steps.max), (71_200, 279_100));
        assert_eq!([71_250, 279_001].map(|price| steps.step_of(price)), [0, 11]);
        let steps = PriceSteps::new(0, 1_200);
        assert_eq!(
            [0, 99, 100, 1_099, 1_100, 1_200].map(|price| steps.step_of(price)),
            [0, 0, 1, 10, 11, 11]
        );
    }

    #[test]
    fn a_single_price_is_in_the_first_step() {
        let steps = PriceSteps::new(500, 500);
        assert_eq!((steps.min, steps.max, steps.step_of(500)), (500, 500, 0));
    }
}
