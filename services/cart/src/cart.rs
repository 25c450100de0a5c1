//! A cart's lines and limits.

use kit::domain::{CartId, ProductId, Quantity};
use sqlx::types::Uuid;

use crate::error::CartError;

/// Maximum number of lines in a cart.
pub(crate) const MAX_LINES: usize = 100;

/// A customer's cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cart {
    pub(crate) id: CartId,
    /// Number of changes.
    pub(crate) version: i64,
    /// In the order of their first addition.
    pub(crate) lines: Vec<Line>,
    /// The last orders whose pieces were subtracted, oldest first; empty in a cart that a change returns.
    pub(crate) subtracted_orders: Vec<Uuid>,
}

/// A product in a cart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) product: ProductId,
    pub(crate) quantity: Quantity,
}

/// Availability of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stock {
    /// Always available.
    MadeToOrder,
    /// Number of pieces on hand.
    OnHand(i64),
}

impl Stock {
    /// Returns the highest quantity that a line may have now; `None` if nothing is available.
    pub(crate) fn most_pieces(self) -> Option<Quantity> {
        match self {
            Self::OnHand(available) => {
                let pieces = available.clamp(0, Quantity::MAX.into());
                u32::try_from(pieces).ok()?.try_into().ok()
            }
            Self::MadeToOrder => Some(Quantity::MAX),
        }
    }

    /// Returns the quantity if it is available now. Stock is reserved only at checkout.
    fn check(self, quantity: Quantity) -> Result<Quantity, CartError> {
        match self {
            Self::OnHand(available) if available < i64::from(quantity) => Err(CartError::NotEnough {
                available: available.max(0),
            }),
            Self::OnHand(_) | Self::MadeToOrder => Ok(quantity),
        }
    }
}

impl Cart {
    pub(crate) const fn new(id: CartId, version: i64, lines: Vec<Line>) -> Self {
        Self {
            id,
            version,
            lines,
            subtracted_orders: Vec::new(),
        }
    }

    /// Returns the line of a product after adding to it.
    pub(crate) fn add(&self, added: Line, stock: Stock) -> Result<Line, CartError> {
        let sum = match self.line(added.product) {
            Some(line) => line
                .quantity
                .checked_add(added.quantity)
                .map_err(|_| CartError::TooMany)?,
            None if self.lines.len() >= MAX_LINES => return Err(CartError::Full),
            None => added.quantity,
        };
        Ok(Line {
            product: added.product,
            quantity: stock.check(sum)?,
        })
    }

    /// Returns the new quantity of an existing line.
    pub(crate) fn set(
        &self,
        product: ProductId,
        quantity: Quantity,
        stock: Stock,
    ) -> Result<Quantity, CartError> {
        self.line(product).ok_or(CartError::LineNotFound)?;
        stock.check(quantity)
    }

    /// Replaces the line of a product, or appends it.
    pub(crate) fn put(&mut self, line: Line) {
        match self
            .lines
            .iter_mut()
            .find(|present| present.product == line.product)
        {
            Some(present) => *present = line,
            None => self.lines.push(line),
        }
    }

    /// Returns the line of a product.
    pub(crate) fn line(&self, product: ProductId) -> Option<&Line> {
        self.lines.iter().find(|line| line.product == product)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(id: i64) -> ProductId {
        id.try_into().unwrap()
    }

    fn quantity(pieces: u32) -> Quantity {
        pieces.try_into().unwrap()
    }

    fn line(id: i64, pieces: u32) -> Line {
        Line {
            product: product(id),
            quantity: quantity(pieces),
        }
    }

    fn cart(lines: impl IntoIterator<Item = (i64, u32)>) -> Cart {
        let lines = lines.into_iter().map(|(id, pieces)| line(id, pieces));
        Cart::new(CartId::generate(), 0, lines.collect())
    }

    #[test]
    fn a_line_has_at_most_the_stock_and_99_pieces() {
        let most = |stock: Stock| stock.most_pieces().map(Quantity::get);
        assert_eq!(most(Stock::MadeToOrder), Some(99));
        assert_eq!(most(Stock::OnHand(i64::MAX)), Some(99));
        assert_eq!(most(Stock::OnHand(3)), Some(3));
        assert_eq!(most(Stock::OnHand(0)), None);
        assert_eq!(most(Stock::OnHand(-1)), None);
    }

    #[test]
    fn adds_up_quantities_of_the_same_product() {
        let cart = cart([(1, 2)]);
        assert_eq!(cart.add(line(1, 3), Stock::MadeToOrder), Ok(line(1, 5)));
        assert_eq!(cart.add(line(2, 3), Stock::MadeToOrder), Ok(line(2, 3)));
    }

    #[test]
    fn put_replaces_a_line_or_appends_it() {
        let mut changed = cart([(1, 2), (2, 1)]);
        for (id, pieces) in [(1, 5), (3, 1)] {
            changed.put(line(id, pieces));
        }
        assert_eq!(changed.lines, cart([(1, 5), (2, 1), (3, 1)]).lines);
    }

    #[test]
    fn limits_a_line_to_99_pieces() {
        let cart = cart([(1, 98)]);
        assert_eq!(cart.add(line(1, 1), Stock::MadeToOrder), Ok(line(1, 99)));
        assert_eq!(cart.add(line(1, 2), Stock::MadeToOrder), Err(CartError::TooMany));
    }

    #[test]
    fn limits_new_lines_to_100_but_extends_existing_ones() {
        let full = cart((1..=100).map(|id| (id, 1)));
        assert_eq!(full.add(line(101, 1), Stock::MadeToOrder), Err(CartError::Full));
        assert_eq!(full.add(line(100, 1), Stock::MadeToOrder), Ok(line(100, 2)));
    }

    #[test]
    fn limits_the_sum_to_the_stock() {
        let cart = cart([(1, 2)]);
        assert_eq!(cart.add(line(1, 1), Stock::OnHand(3)), Ok(line(1, 3)));
        assert_eq!(
            cart.add(line(1, 2), Stock::OnHand(3)),
            Err(CartError::NotEnough { available: 3 })
        );
        assert_eq!(
            cart.set(product(1), quantity(4), Stock::OnHand(3)),
            Err(CartError::NotEnough { available: 3 })
        );
        assert_eq!(
            cart.set(product(1), quantity(3), Stock::OnHand(3)),
            Ok(quantity(3))
        );
    }

    #[test]
    fn rejects_setting_an_absent_line() {
        assert_eq!(
            cart([]).set(product(1), quantity(1), Stock::MadeToOrder),
            Err(CartError::LineNotFound)
        );
    }
}
