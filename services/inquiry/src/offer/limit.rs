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
    /// Largest share of free lines in the lines' total, in percent: nothing tells their usual prices. The rules tell those of
    /// designs.
    pub(crate) free_share: u8,
}

/// Excess of an offer over the bounds, in whole percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Excess {
    /// Position of the line, from 1; 0 for the share of the free lines.
    pub(crate) line: u32,
    /// Discount, or price below that of the catalog; or the share.
    pub(crate) percent: u32,
    pub(crate) allowed: u32,
}

/// Returns by what the lines are most above what a sales member may offer: a discount above the limit and the product's own one,
/// a price below that of the catalog less the larger of the two, a product whose facts are missing, or too large a share of
/// free lines.
pub(crate) fn excess(lines: &[Line], allowed: Allowed, catalog: &Catalog) -> Option<Excess> {
    (1..)
        .zip(lines)
        .filter_map(|(position, line)| line_excess(position, line, allowed.discount, catalog))
        .max_by_key(|excess| excess.percent.saturating_sub(excess.allowed))
        .or_else(|| free_excess(lines, allowed.free_share))
}

fn line_excess(position: u32, line: &Line, limit: Percent, catalog: &Catalog) -> Option<Excess> {
    let facts = line.product.map(|product| catalog.get(&product));
    let known = facts.flatten();
    let allowed = known.map_or(limit, |facts| limit.max(facts.discount));
    let is_cheap = known.is_some_and(|facts| line.unit_price() < discounted_price(facts.price, allowed));
    let is_unknown = facts.is_some() && known.is_none();
    let off = known.map_or(0, |facts| percent_off(line.unit_price(), facts.price));
    (line.discount > allowed || is_cheap || is_unknown).then(|| Excess {
        line: position,
        percent: off.max(line.discount.into()),
        allowed: allowed.into(),
    })
}

/// Returns by how many percent an amount is below another one, rounded up.
fn percent_off(amount: Money, full: Money) -> u32 {
    let kept = amount.minor().saturating_mul(100).checked_div(full.minor());
    let off = 100_i64.saturating_sub(kept.unwrap_or(100));
    u32::try_from(off).unwrap_or_default()
}

/// Whether changed lines are no worse for the shop than approved ones: the same pieces in the same number, none with a larger
/// discount or a lower price.
pub(crate) fn is_no_worse(approved: &[Line], changed: &[Line]) -> bool {
    approved.len() == changed.len()
        && approved.iter().zip(changed).all(|(old, new)| {
            let is_same = match old.product {
                Some(_) => old.product == new.product,
                None => new.product.is_none() && is_same_free(old, new),
            };
            is_same
                && new.quantity == old.quantity
                && new.discount <= old.discount
                && new.unit_price() >= old.unit_price()
        })
}

/// Whether lines without a product are about the same piece: the same design, or the same name, which alone tells what a free
/// line is.
fn is_same_free(old: &Line, new: &Line) -> bool {
    match (&old.design, &new.design) {
        (Some(old), Some(new)) => old.design == new.design,
        (None, None) => old.name == new.name,
        _ => false,
    }
}

/// Returns the share of the free lines in the lines' total, if it is above one.
fn free_excess(lines: &[Line], share: u8) -> Option<Excess> {
    let (mut free, mut total) = (0_i64, 0_i64);
    for line in lines {
        // A subtotal out of range is refused elsewhere.
        let subtotal = line.subtotal().map_or(i64::MAX, Money::minor);
        total = total.saturating_add(subtotal);
        if line.product.is_none() && line.design.is_none() {
            free = free.saturating_add(subtotal);
        }
    }
    let is_over = free.saturating_mul(100) > total.saturating_mul(share.into());
    let kept = total.saturating_sub(free).saturating_mul(100).checked_div(total);
    is_over.then(|| Excess {
        line: 0,
        percent: u32::try_from(100 - kept.unwrap_or_default()).unwrap_or_default(),
        allowed: share.into(),
    })
}

#[cfg(test)]
mod tests {
    use kit::domain::Quantity;
    use proptest::prelude::*;
    use rules::Design;
    use uuid::Uuid;

    use super::*;
    use crate::offer::design::LineDesign;

    fn is_over(lines: &[Line], allowed: Allowed, catalog: &Catalog) -> bool {
        excess(lines, allowed, catalog).is_some()
    }

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
            design: None,
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
    fn the_excess_names_the_worst_line_and_by_how_much() {
        let of = |lines: &[Line], free_share| {
            let excess = excess(lines, allowed(15, free_share), &catalog(20))?;
            Some((excess.line, excess.percent, excess.allowed))
        };
        let kitchen = |price, discount| line(Some(product()), price, discount);
        assert_eq!(of(&[kitchen(PRICE, 20)], 0), None);
        let lines = [kitchen(PRICE, 22), kitchen(PRICE, 20), line(None, PRICE, 30)];
        assert_eq!(of(&lines, 100), Some((3, 30, 15)));
        assert_eq!(of(&lines[..2], 100), Some((1, 22, 20)));
        // Below the price of the catalog without a discount.
        assert_eq!(of(&[kitchen(74_500, 0)], 0), Some((1, 26, 20)));
        assert_eq!(
            of(&[kitchen(PRICE, 0), line(None, 50_000, 0)], 10),
            Some((0, 34, 10))
        );
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

    #[test]
    fn a_designed_line_is_the_same_by_its_design_and_no_free_one() {
        let designed = |code: &str, name: &str| Line {
            name: name.to_owned(),
            design: Some(LineDesign::new(Design::from_code(code).unwrap())),
            ..line(None, PRICE, 0)
        };
        let niche = designed("EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja", "Şkaf");
        let renamed = designed("EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja", "Шкаф");
        let one = std::slice::from_ref(&niche);
        assert!(is_no_worse(one, &[renamed]));
        let mut dearer = niche.clone();
        let of = dearer.design.take().unwrap();
        assert!(!is_no_worse(one, std::slice::from_ref(&dearer)), "a free line");
        dearer.design = Some(LineDesign::new(of.design.with_prices(2)));
        assert!(!is_no_worse(one, &[dearer]), "another price book");
        assert!(!is_over(one, allowed(15, 0), &Catalog::new()));
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
