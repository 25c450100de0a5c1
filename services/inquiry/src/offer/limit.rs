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

/// Bounds of an offer of a sales member without an approval.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowed {
    /// Largest discount.
    pub(crate) discount: Percent,
    /// Largest share of lines without a product in the lines' total, in percent: nothing tells their usual prices.
    pub(crate) free_share: u8,
}

/// Whether lines are above what a sales member may offer: a discount above the limit and the product's own one, a price below
/// that of the catalog less the larger of the two, a product whose facts are missing, or too large a share of free lines.
pub(crate) fn is_over(lines: &[Line], allowed: Allowed, catalog: &Catalog) -> bool {
    has_large_free_share(lines, allowed.free_share)
        || lines.iter().any(|line| {
            let Some(product) = line.product else {
                return line.discount > allowed.discount;
            };
            catalog.get(&product).is_none_or(|facts| {
                let discount = allowed.discount.max(facts.discount);
                line.discount > discount || line.unit_price() < discounted_price(facts.price, discount)
            })
        })
}

/// Whether changed lines are no worse for the shop than approved ones: the same pieces in the same number, none with a larger
/// discount or a lower price.
pub(crate) fn is_no_worse(approved: &[Line], changed: &[Line]) -> bool {
    approved.len() == changed.len()
        && approved.iter().zip(changed).all(|(old, new)| {
            let is_same = match old.product {
                Some(_) => old.product == new.product,
                // The name alone tells what a free line is.
                None => new.product.is_none() && old.name == new.name,
            };
            is_same
                && new.quantity == old.quantity
                && new.discount <= old.discount
                && new.unit_price() >= old.unit_price()
        })
}

/// Whether lines without a product have more than a share of the lines' total.
fn has_large_free_share(lines: &[Line], share: u8) -> bool {
    let (mut free, mut total) = (0_i64, 0_i64);
    for line in lines {
        // A subtotal out of range is refused elsewhere.
        let subtotal = line.subtotal().map_or(i64::MAX, Money::minor);
        total = total.saturating_add(subtotal);
        if line.product.is_none() {
            free = free.saturating_add(subtotal);
        }
    }
    free.saturating_mul(100) > total.saturating_mul(share.into())
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

    fn allowed(discount: u32, free_share: u8) -> Allowed {
        Allowed {
            discount: percent(discount),
            free_share,
        }
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
            is_made_to_order: false,
            is_price_to_check: false,
        }
    }

    #[test]
    fn free_lines_have_the_limit_only() {
        let is_over = |discount| is_over(&[line(None, 1, discount)], allowed(15, 100), &catalog(40));
        assert!(!is_over(15));
        assert!(is_over(16));
    }

    #[test]
    fn the_products_own_discount_is_allowed_and_a_lower_list_price_is_not() {
        let is_over = |price, discount, own| {
            is_over(
                &[line(Some(product()), price, discount)],
                allowed(15, 0),
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

    #[test]
    fn no_worse_lines_are_the_same_pieces_at_no_lower_price() {
        let old = [line(Some(product()), PRICE, 25), line(None, PRICE, 25)];
        let changed = |change: fn(&mut Line, usize)| {
            let mut lines = old.clone();
            for (at, line) in lines.iter_mut().enumerate() {
                change(line, at);
            }
            is_no_worse(&old, &lines)
        };
        assert!(changed(|_, _| ()));
        assert!(changed(|line, _| line.discount = percent(20)));
        assert!(changed(
            |line, _| line.list_price = Money::from_minor(PRICE + 1).unwrap()
        ));
        assert!(changed(|line, _| line.detail = "oak".to_owned()));
        assert!(!changed(
            |line, at| line.discount = percent(if at == 1 { 26 } else { 10 })
        ));
        assert!(!changed(
            |line, _| line.list_price = Money::from_minor(PRICE - 4).unwrap()
        ));
        assert!(!changed(|line, _| line.quantity = Quantity::try_from(2).unwrap()));
        assert!(!changed(|line, at| if at == 1 {
            line.name = "Bed".to_owned();
        }));
        assert!(!changed(|line, _| line.product = None));
        assert!(!is_no_worse(&old, &old[..1]));
    }

    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct SharedLine {
        case: String,
        list_price_minor: i64,
        discount: u32,
        catalog: Option<Facts>,
        limit: u32,
        is_over: bool,
    }

    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Facts {
        price_minor: i64,
        discount: u32,
    }

    #[test]
    fn matches_the_table_that_the_desk_shares() {
        let cases: Vec<SharedLine> =
            serde_json::from_str(include_str!("../../testdata/line-limits.json")).unwrap();
        assert!(cases.len() >= 10);
        for case in cases {
            let product = case.catalog.as_ref().map(|_| product());
            let mut catalog = catalog(0);
            for facts in catalog.values_mut() {
                let Some(shared) = &case.catalog else { continue };
                facts.price = Money::from_minor(shared.price_minor).unwrap();
                facts.discount = percent(shared.discount);
            }
            let lines = [line(product, case.list_price_minor, case.discount)];
            let is_over = is_over(&lines, allowed(case.limit, 100), &catalog);
            assert_eq!(is_over, case.is_over, "{}", case.case);
        }
    }

    #[test]
    fn a_product_without_facts_is_over() {
        let lines = [line(Some(product()), PRICE, 0)];
        assert!(!is_over(&lines, allowed(15, 0), &catalog(0)));
        assert!(is_over(&lines, allowed(15, 0), &Catalog::new()));
    }

    #[test]
    fn free_lines_above_their_share_are_over() {
        let is_over = |price| {
            let lines = [line(Some(product()), PRICE, 0), line(None, price, 0)];
            is_over(&lines, allowed(15, 50), &catalog(0))
        };
        assert!(!is_over(PRICE));
        assert!(is_over(PRICE + 1));
    }

    proptest! {
        #[test]
        fn lines_at_the_catalogs_price_are_over_exactly_above_limit_and_own_discount(
            discount in 0..100_u32, limit in 0..100_u32, own in 0..100_u32,
        ) {
            let lines = [line(None, 5, 0), line(Some(product()), PRICE, discount)];
            prop_assert_eq!(is_over(&lines, allowed(limit, 100), &catalog(own)), discount > limit.max(own));
        }
    }
}
