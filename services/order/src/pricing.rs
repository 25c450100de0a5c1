//! Prices of orders.

use kit::domain::{LocalizedText, Money, Percent, ProductId, Quantity, discounted_price};

use crate::{error::OrderError, order::Line};

/// A product with reserved stock, as the catalog returned it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reserved {
    pub(crate) product: ProductId,
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    pub(crate) image: String,
    /// Price of one piece before discounts.
    pub(crate) unit_price: Money,
    /// Discount of the product.
    pub(crate) discount: Percent,
    pub(crate) quantity: Quantity,
}

/// Priced lines of an order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Priced {
    pub(crate) lines: Vec<Line>,
    pub(crate) total: Money,
}

/// Prices the lines, in the order of the request.
///
/// # Errors
///
/// Fails if the total is too large or the reservation does not match the lines.
pub(crate) fn price(
    requested: &[(ProductId, Quantity)],
    mut reserved: Vec<Reserved>,
    personal_discount: Percent,
) -> Result<Priced, OrderError> {
    let mut lines = Vec::with_capacity(requested.len());
    let mut total = Money::ZERO;
    for (product, quantity) in requested {
        let found = reserved
            .iter()
            .position(|line| line.product == *product && line.quantity == *quantity)
            .map(|index| reserved.swap_remove(index))
            .ok_or(OrderError::Inconsistent(
                "the reservation does not match the order",
            ))?;
        let discount = personal_discount.or_product(found.discount);
        let unit_price = discounted_price(found.unit_price, discount);
        let subtotal = unit_price
            .checked_mul(*quantity)
            .map_err(|_| OrderError::TotalTooLarge)?;
        total = total
            .checked_add(subtotal)
            .map_err(|_| OrderError::TotalTooLarge)?;
        lines.push(Line {
            product: Some(found.product),
            code: Some(found.code),
            name: found.name,
            image: found.image,
            detail: String::new(),
            quantity: found.quantity,
            list_price: Some((found.unit_price, discount)),
            unit_price,
            subtotal,
            is_made_to_order: false,
            design: None,
        });
    }
    Ok(Priced { lines, total })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn product(id: i64) -> ProductId {
        id.try_into().unwrap()
    }

    fn pieces(number: u32) -> Quantity {
        number.try_into().unwrap()
    }

    fn percent(number: u32) -> Percent {
        number.try_into().unwrap()
    }

    fn reserved(id: i64, minor: i64, discount: u32, quantity: u32) -> Reserved {
        Reserved {
            product: product(id),
            code: format!("P-{id}"),
            name: LocalizedText {
                az: format!("az {id}"),
                ru: format!("ru {id}"),
                en: format!("en {id}"),
            },
            image: format!("/images/{id}.jpg"),
            unit_price: Money::from_minor(minor).unwrap(),
            discount: percent(discount),
            quantity: pieces(quantity),
        }
    }

    #[test]
    fn rounds_the_unit_price_before_multiplying() {
        // 9.99 less 15 % is 8.4915, so 8.49 a piece.
        let Priced { lines, total } = price(
            &[(product(1), pieces(3))],
            vec![reserved(1, 999, 15, 3)],
            Percent::ZERO,
        )
        .unwrap();
        assert_eq!(lines[0].unit_price.minor(), 849);
        assert_eq!(lines[0].subtotal.minor(), 2_547);
        assert_eq!(total.minor(), 2_547);
    }

    #[test]
    fn personal_discount_replaces_product_discounts() {
        let requested = [(product(2), pieces(1)), (product(1), pieces(2))];
        let stock = vec![reserved(1, 10_000, 50, 2), reserved(2, 20_000, 0, 1)];
        let Priced { lines, total } = price(&requested, stock, percent(10)).unwrap();
        let units: Vec<_> = lines
            .iter()
            .map(|line| (line.product.unwrap().get(), line.unit_price.minor()))
            .collect();
        assert_eq!(units, [(2, 18_000), (1, 9_000)]);
        assert_eq!(total.minor(), 36_000);
    }

    #[test]
    fn rejects_totals_above_the_maximum() {
        let maximum = Money::MAX.minor();
        let one = price(
            &[(product(1), pieces(2))],
            vec![reserved(1, maximum, 0, 2)],
            Percent::ZERO,
        );
        assert!(matches!(one, Err(OrderError::TotalTooLarge)));
        let both = price(
            &[(product(1), pieces(1)), (product(2), pieces(1))],
            vec![reserved(1, maximum, 0, 1), reserved(2, 1, 0, 1)],
            Percent::ZERO,
        );
        assert!(matches!(both, Err(OrderError::TotalTooLarge)));
    }

    #[test]
    fn rejects_a_reservation_that_does_not_match() {
        for stock in [vec![], vec![reserved(2, 1, 0, 1)], vec![reserved(1, 1, 0, 2)]] {
            let priced = price(&[(product(1), pieces(1))], stock, Percent::ZERO);
            assert!(matches!(priced, Err(OrderError::Inconsistent(_))));
        }
    }

    proptest! {
        #[test]
        fn total_is_the_sum_of_the_lines(
            products in prop::collection::vec((0_i64..=10_000_000, 0_u32..=99, 1_u32..=99), 1..20),
            personal in 0_u32..=99,
        ) {
            let numbered = || products.iter().zip(1_i64..);
            let requested: Vec<_> = numbered().map(|((_, _, quantity), id)| (product(id), pieces(*quantity))).collect();
            let stock = numbered()
                .map(|((minor, discount, quantity), id)| reserved(id, *minor, *discount, *quantity))
                .collect();
            let Priced { lines, total } = price(&requested, stock, percent(personal)).unwrap();
            prop_assert_eq!(lines.len(), products.len());
            prop_assert_eq!(lines.iter().map(|line| line.subtotal.minor()).sum::<i64>(), total.minor());
            for (line, (minor, _, quantity)) in lines.iter().zip(&products) {
                prop_assert!(line.unit_price.minor() <= *minor);
                prop_assert_eq!(line.subtotal.minor(), line.unit_price.minor() * i64::from(*quantity));
            }
        }
    }
}
