//! What a cart may hold.

use kit::domain::{CartId, ProductId, Quantity};

use crate::error::CartError;

/// Lines that a cart has at most.
pub(crate) const MOST_LINES: usize = 100;

/// A customer's cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cart {
    pub(crate) id: CartId,
    /// In the order in which they were first added.
    pub(crate) lines: Vec<Line>,
}

/// Pieces of one product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) product: ProductId,
    pub(crate) quantity: Quantity,
}

/// Pieces of a product that the shop has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stock {
    /// None is kept: there are always enough.
    MadeToOrder,
    /// So many are on hand.
    OnHand(i64),
}

impl Stock {
    /// Whether so many pieces could be had. The order's reservation decides; this only spares a disappointment.
    pub(crate) fn admit(self, quantity: Quantity) -> Result<Quantity, CartError> {
        match self {
            Self::OnHand(available) if available < i64::from(quantity) => Err(CartError::NotEnough {
                available: available.max(0),
            }),
            Self::OnHand(_) | Self::MadeToOrder => Ok(quantity),
        }
    }
}

impl Cart {
    /// The pieces of a product once these were added.
    pub(crate) fn add(
        &self,
        product: ProductId,
        pieces: Quantity,
        stock: Stock,
    ) -> Result<Quantity, CartError> {
        let sum = match self.line(product) {
            Some(line) => line
                .quantity
                .checked_add(pieces)
                .map_err(|_| CartError::TooMany)?,
            None if self.lines.len() >= MOST_LINES => return Err(CartError::Full),
            None => pieces,
        };
        stock.admit(sum)
    }

    /// The pieces of a product that is in the cart already, once they were set.
    pub(crate) fn set(
        &self,
        product: ProductId,
        pieces: Quantity,
        stock: Stock,
    ) -> Result<Quantity, CartError> {
        self.line(product).ok_or(CartError::LineNotFound)?;
        stock.admit(pieces)
    }

    fn line(&self, product: ProductId) -> Option<&Line> {
        self.lines.iter().find(|line| line.product == product)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(id: i64) -> ProductId {
        id.try_into().unwrap()
    }

    fn pieces(number: u32) -> Quantity {
        number.try_into().unwrap()
    }

    fn cart(lines: impl IntoIterator<Item = (i64, u32)>) -> Cart {
        Cart {
            id: CartId::generate(),
            lines: lines
                .into_iter()
                .map(|(id, number)| Line {
                    product: product(id),
                    quantity: pieces(number),
                })
                .collect(),
        }
    }

    #[test]
    fn pieces_of_one_product_are_summed() {
        let cart = cart([(1, 2)]);
        assert_eq!(cart.add(product(1), pieces(3), Stock::MadeToOrder), Ok(pieces(5)));
        assert_eq!(cart.add(product(2), pieces(3), Stock::MadeToOrder), Ok(pieces(3)));
    }

    #[test]
    fn a_line_ends_at_99_pieces() {
        let cart = cart([(1, 98)]);
        assert_eq!(
            cart.add(product(1), pieces(1), Stock::MadeToOrder),
            Ok(pieces(99))
        );
        assert_eq!(
            cart.add(product(1), pieces(2), Stock::MadeToOrder),
            Err(CartError::TooMany)
        );
    }

    #[test]
    fn a_cart_ends_at_100_lines_but_its_lines_still_grow() {
        let full = cart((1..=100).map(|id| (id, 1)));
        assert_eq!(
            full.add(product(101), pieces(1), Stock::MadeToOrder),
            Err(CartError::Full)
        );
        assert_eq!(
            full.add(product(100), pieces(1), Stock::MadeToOrder),
            Ok(pieces(2))
        );
    }

    #[test]
    fn the_sum_is_held_to_the_stock() {
        let cart = cart([(1, 2)]);
        assert_eq!(cart.add(product(1), pieces(1), Stock::OnHand(3)), Ok(pieces(3)));
        assert_eq!(
            cart.add(product(1), pieces(2), Stock::OnHand(3)),
            Err(CartError::NotEnough { available: 3 })
        );
        assert_eq!(
            cart.set(product(1), pieces(4), Stock::OnHand(3)),
            Err(CartError::NotEnough { available: 3 })
        );
        assert_eq!(cart.set(product(1), pieces(3), Stock::OnHand(3)), Ok(pieces(3)));
    }

    #[test]
    fn an_absent_line_cannot_be_set() {
        assert_eq!(
            cart([]).set(product(1), pieces(1), Stock::MadeToOrder),
            Err(CartError::LineNotFound)
        );
    }
}
