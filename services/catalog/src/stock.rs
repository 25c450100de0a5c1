//! What an order asks of the stock.

use std::collections::BTreeMap;

use kit::domain::{LocalizedText, Money, Percent, ProductId, Quantity, QuantityOutOfRange};

/// What an order takes, one entry for each product, in the order of their ids: all reservations lock products in the
/// same order and cannot wait for each other in a circle.
pub(crate) type Wanted = BTreeMap<ProductId, Quantity>;

/// More pieces of one product than an order may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMany(pub(crate) ProductId);

/// Sums the lines of each product.
pub(crate) fn sum(lines: &[(ProductId, Quantity)]) -> Result<Wanted, TooMany> {
    let mut wanted = Wanted::new();
    for (product, quantity) in lines {
        let sum = match wanted.get(product) {
            Some(before) => before
                .checked_add(*quantity)
                .map_err(|QuantityOutOfRange| TooMany(*product))?,
            None => *quantity,
        };
        wanted.insert(*product, sum);
    }
    Ok(wanted)
}

/// Why a product cannot be reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shortage {
    /// Fewer pieces are there than were asked for.
    NotEnough {
        /// Pieces that are there.
        available: i64,
    },
    /// It is inactive, or never was.
    NoLongerSold,
}

impl Shortage {
    /// The message key.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::NotEnough { .. } => "ORDER.NOT_ENOUGH",
            Self::NoLongerSold => "ORDER.NO_LONGER_SOLD",
        }
    }
}

/// A product that was taken for an order, with the facts that the order keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReservedLine {
    pub(crate) product: ProductId,
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    /// Its first picture; empty where it has none.
    pub(crate) image_url: String,
    /// Of one piece, before any discount.
    pub(crate) unit_price: Money,
    pub(crate) discount: Percent,
    pub(crate) quantity: Quantity,
    /// Whether pieces were taken, and so may go back.
    pub(crate) from_stock: bool,
}

/// The products whose stock a reservation has changed.
pub(crate) fn taken_from_stock(lines: &[ReservedLine]) -> Vec<ProductId> {
    lines
        .iter()
        .filter(|line| line.from_stock)
        .map(|line| line.product)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(id: i64) -> ProductId {
        ProductId::try_from(id).unwrap()
    }

    fn pieces(number: u32) -> Quantity {
        Quantity::try_from(number).unwrap()
    }

    #[test]
    fn lines_of_one_product_are_summed_in_id_order() {
        let lines = [
            (product(7), pieces(2)),
            (product(3), pieces(1)),
            (product(7), pieces(5)),
        ];
        let wanted: Vec<_> = sum(&lines).unwrap().into_iter().collect();
        assert_eq!(wanted, [(product(3), pieces(1)), (product(7), pieces(7))]);
    }

    #[test]
    fn a_sum_keeps_the_bound_of_a_line() {
        let lines = [(product(7), pieces(98)), (product(7), pieces(2))];
        assert_eq!(sum(&lines), Err(TooMany(product(7))));
    }
}
