//! Reserved lines and shortages.

use std::collections::BTreeMap;

use kit::domain::{LocalizedText, Money, OrderId, Percent, ProductId, Quantity, QuantityOutOfRange};

/// Quantities by product. All reservations lock products in the order of their ids, so that they cannot deadlock.
pub(crate) type Quantities = BTreeMap<ProductId, Quantity>;

/// Error for a sum of quantities above the maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QuantityTooHigh(pub(crate) ProductId);

/// Sums the quantities of each product.
pub(crate) fn sum_by_product(lines: &[(ProductId, Quantity)]) -> Result<Quantities, QuantityTooHigh> {
    let mut quantities = Quantities::new();
    for (product, quantity) in lines {
        let sum = match quantities.get(product) {
            Some(other) => other
                .checked_add(*quantity)
                .map_err(|QuantityOutOfRange| QuantityTooHigh(*product))?,
            None => *quantity,
        };
        quantities.insert(*product, sum);
    }
    Ok(quantities)
}

/// Whether a product is sold, and its stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProductStock {
    pub(crate) id: ProductId,
    pub(crate) is_active: bool,
    /// Pieces on hand; `None` if it is made to order.
    pub(crate) pieces: Option<i64>,
}

/// Reason that a product cannot be reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shortage {
    /// The stock is less than the quantity.
    NotEnough {
        /// Pieces on hand.
        available: i64,
    },
    /// The product is inactive or does not exist.
    NoLongerSold,
}

impl Shortage {
    /// Returns the message key.
    pub(crate) const fn message_key(self) -> &'static str {
        match self {
            Self::NotEnough { .. } => "ORDER.NOT_ENOUGH",
            Self::NoLongerSold => "ORDER.NO_LONGER_SOLD",
        }
    }
}

/// A reserved product, with the values that the order stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReservedLine {
    pub(crate) product: ProductId,
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    /// Path of the first picture; empty if there is none.
    pub(crate) image_url: String,
    /// Price of one piece before any discount.
    pub(crate) unit_price: Money,
    pub(crate) discount: Percent,
    pub(crate) quantity: Quantity,
    /// Whether the stock was reduced; false if the product was made to order.
    pub(crate) from_stock: bool,
}

/// Returns what the lines of an order's reservations hold above the wanted pieces of each product, newest reservation first.
pub(crate) fn surplus(
    held: Vec<(OrderId, ReservedLine)>,
    wanted: &Quantities,
) -> Vec<(OrderId, ReservedLine)> {
    let mut surplus: BTreeMap<ProductId, i64> = BTreeMap::new();
    for (_, line) in &held {
        let excess = surplus.entry(line.product).or_insert_with(|| {
            -wanted
                .get(&line.product)
                .map_or(0, |quantity| i64::from(*quantity))
        });
        *excess += i64::from(line.quantity);
    }
    let mut taken = Vec::new();
    for (order, mut line) in held.into_iter().rev() {
        let Some(excess) = surplus.get_mut(&line.product) else {
            continue;
        };
        let pieces = i64::from(line.quantity).min(*excess);
        // No stock exceeds the wanted quantity.
        let Ok(quantity) = Quantity::try_from(u32::try_from(pieces).unwrap_or_default()) else {
            continue;
        };
        *excess -= pieces;
        line.quantity = quantity;
        taken.push((order, line));
    }
    taken
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn product(id: i64) -> ProductId {
        ProductId::try_from(id).unwrap()
    }

    fn quantity(pieces: u32) -> Quantity {
        Quantity::try_from(pieces).unwrap()
    }

    #[test]
    fn sums_lines_of_a_product_in_order_of_ids() {
        let lines = [
            (product(7), quantity(2)),
            (product(3), quantity(1)),
            (product(7), quantity(5)),
        ];
        let quantities: Vec<_> = sum_by_product(&lines).unwrap().into_iter().collect();
        assert_eq!(quantities, [(product(3), quantity(1)), (product(7), quantity(7))]);
    }

    #[test]
    fn rejects_sums_above_the_maximum_quantity() {
        let lines = [(product(7), quantity(98)), (product(7), quantity(2))];
        assert_eq!(sum_by_product(&lines), Err(QuantityTooHigh(product(7))));
    }

    fn held(number: i64, pieces: u32) -> ReservedLine {
        ReservedLine {
            product: product(number),
            code: String::new(),
            name: LocalizedText::default(),
            image_url: String::new(),
            unit_price: Money::ZERO,
            discount: Percent::ZERO,
            quantity: quantity(pieces),
            from_stock: true,
        }
    }

    proptest! {
        #[test]
        fn without_its_surplus_an_order_holds_the_wanted_pieces(
            lines in prop::collection::vec((0_usize..3, 1_i64..4, 1_u32..9), 0..9),
            wanted in prop::collection::btree_map(1_i64..4, 1_u32..9, 0..4),
        ) {
            let orders: Vec<_> = (0..3).map(|_| OrderId::generate()).collect();
            let lines: Vec<_> = lines.iter().map(|(order, number, pieces)| (orders[*order], held(*number, *pieces))).collect();
            let wanted: Quantities = wanted.into_iter().map(|(number, pieces)| (product(number), quantity(pieces))).collect();
            let sum = |lines: &[(OrderId, ReservedLine)], number| -> i64 {
                let of_product = lines.iter().filter(|(_, line)| line.product == product(number));
                of_product.map(|(_, line)| i64::from(line.quantity)).sum()
            };
            let taken = surplus(lines.clone(), &wanted);
            for number in 1..4 {
                let before = sum(&lines, number);
                let wanted = wanted.get(&product(number)).map_or(0, |quantity| i64::from(*quantity));
                prop_assert_eq!(before - sum(&taken, number), before.min(wanted));
            }
        }
    }
}
