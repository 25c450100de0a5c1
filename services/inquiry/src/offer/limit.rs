//! Discounts that need an approval.

use std::collections::HashMap;

use kit::domain::{LocalizedText, Money, Percent, ProductId, discounted_price};

use super::Line;

/// A product as the catalog has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CatalogProduct {
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    /// Path of the first image; empty if there is none.
    pub(crate) image: String,
    /// Before any discount.
    pub(crate) price: Money,
    /// The product's own discount.
    pub(crate) discount: Percent,
    /// `None` = no stock is kept.
    pub(crate) stock: Option<i64>,
    pub(crate) is_active: bool,
}

/// Products of the catalog by id.
pub(crate) type Catalog = HashMap<ProductId, CatalogProduct>;

/// Whether a discount is above the limit of a sales member: above the limit and the product's own discount, or at a price
/// below that of the catalog less the larger of the two.
pub(crate) fn is_over(lines: &[Line], limit: Percent, catalog: &Catalog) -> bool {
    lines.iter().any(|line| {
        let facts = line.product.and_then(|product| catalog.get(&product));
        let allowed = facts.map_or(limit, |facts| limit.max(facts.discount));
        let is_cheaper =
            facts.is_some_and(|facts| line.unit_price() < discounted_price(facts.price, allowed));
        line.discount > allowed || is_cheaper
    })
}

#[cfg(test)]
mod tests {
    use kit::domain::Quantity;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    const PRICE: i64 = 100_000;

    fn percent(percent: u32) -> Percent {
        Percent::try_from(percent).unwrap()
    }

    fn product() -> ProductId {
        ProductId::try_from(205).unwrap()
    }

    fn catalog(discount: u32) -> Catalog {
        let facts = CatalogProduct {
            code: "MT-205".to_owned(),
            name: LocalizedText::default(),
            image: String::new(),
            price: Money::from_minor(PRICE).unwrap(),
            discount: percent(discount),
            stock: None,
            is_active: true,
        };
        HashMap::from([(product(), facts)])
    }

    fn line(product: Option<ProductId>, list_price: i64, discount: u32) -> Line {
        Line {
            id: Uuid::now_v7(),
            product,
            code: String::new(),
            name: "Kitchen".to_owned(),
            detail: String::new(),
            image: String::new(),
            quantity: Quantity::try_from(1).unwrap(),
            list_price: Money::from_minor(list_price).unwrap(),
            discount: percent(discount),
        }
    }

    #[test]
    fn free_lines_have_the_limit_only() {
        let is_over = |discount| is_over(&[line(None, 1, discount)], percent(15), &catalog(40));
        assert!(!is_over(15));
        assert!(is_over(16));
    }

    #[test]
    fn the_products_own_discount_is_allowed_and_a_lower_list_price_is_not() {
        let is_over = |price, discount, own| {
            is_over(
                &[line(Some(product()), price, discount)],
                percent(15),
                &catalog(own),
            )
        };
        assert!(!is_over(PRICE, 20, 20));
        assert!(is_over(PRICE, 21, 20));
        assert!(!is_over(PRICE, 15, 0));
        assert!(!is_over(85_000, 0, 0));
        assert!(is_over(84_999, 0, 0));
        assert!(is_over(90_000, 15, 0));
        // A discount above the limit is over it at any price.
        assert!(is_over(2 * PRICE, 16, 0));
    }

    proptest! {
        #[test]
        fn lines_at_the_catalogs_price_are_over_exactly_above_limit_and_own_discount(
            discount in 0..100_u32, limit in 0..100_u32, own in 0..100_u32,
        ) {
            let lines = [line(None, 5, 0), line(Some(product()), PRICE, discount)];
            prop_assert_eq!(is_over(&lines, percent(limit), &catalog(own)), discount > limit.max(own));
        }
    }
}
