//! The rule that one cart becomes one order.
//!
//! The cart service subtracts the pieces of an order shortly afterwards, when it consumes the event. Until then the cart still
//! shows them, so that an order is checked against the cart less the pieces of the orders that are still to be subtracted.

use kit::domain::{CartId, OrderId, ProductId, Quantity};

/// A cart that becomes an order, as it was read for the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cart {
    pub(crate) id: CartId,
    pub(crate) version: i64,
    /// The version that the customer saw.
    pub(crate) seen_version: i64,
    pub(crate) lines: Vec<(ProductId, Quantity)>,
    /// The orders whose pieces were subtracted.
    pub(crate) subtracted: Vec<OrderId>,
}

/// An order that was made from a cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CartOrder {
    pub(crate) id: OrderId,
    pub(crate) number: String,
    /// The version of the cart.
    pub(crate) version: i64,
    /// Whether the order is younger than a day. Older ones count as subtracted, so that a cart never stays blocked.
    pub(crate) is_recent: bool,
    pub(crate) lines: Vec<(ProductId, Quantity)>,
}

/// Reason that a cart does not become another order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CartError {
    /// The cart is empty.
    #[error("the cart is empty")]
    Empty,
    /// The cart has other lines than the customer saw.
    #[error("the cart has changed")]
    Changed,
    /// The cart, or a part of the requested lines, was ordered in the meantime.
    #[error("the cart was ordered as {number}")]
    Ordered {
        /// The order.
        id: OrderId,
        /// Its number.
        number: String,
    },
}

impl Cart {
    /// Checks the requested lines, one per product, against the cart and its last orders, newest first. Returns the order that
    /// was made from the version that the customer saw, if there is one.
    ///
    /// # Errors
    ///
    /// Fails if the cart is empty, has changed since the customer saw it, or was ordered in the meantime.
    pub(crate) fn check<'orders>(
        &self,
        requested: &[(ProductId, Quantity)],
        orders: &'orders [CartOrder],
    ) -> Result<Option<&'orders CartOrder>, CartError> {
        if let Some(same) = orders.iter().find(|order| order.version == self.seen_version) {
            return Ok(Some(same));
        }
        if let Some(newer) = orders.iter().find(|order| order.version > self.seen_version) {
            return Err(newer.error());
        }
        if self.lines.is_empty() {
            return Err(CartError::Empty);
        }
        if self.seen_version != self.version && !is_same(&self.lines, requested) {
            return Err(CartError::Changed);
        }
        let pending: Vec<_> = orders
            .iter()
            .filter(|order| order.is_recent && !self.subtracted.contains(&order.id))
            .collect();
        for (product, quantity) in requested {
            let present = pieces(&self.lines, *product);
            let ordered: i64 = pending.iter().map(|order| pieces(&order.lines, *product)).sum();
            if i64::from(*quantity) > present - ordered {
                let order = pending.iter().find(|order| pieces(&order.lines, *product) > 0);
                return Err(order.map_or(CartError::Changed, |order| order.error()));
            }
        }
        Ok(None)
    }
}

impl CartOrder {
    fn error(&self) -> CartError {
        CartError::Ordered {
            id: self.id,
            number: self.number.clone(),
        }
    }
}

/// Returns the pieces of a product.
fn pieces(lines: &[(ProductId, Quantity)], product: ProductId) -> i64 {
    lines
        .iter()
        .filter(|(other, _)| *other == product)
        .map(|(_, quantity)| i64::from(*quantity))
        .sum()
}

/// Whether both have the same pieces of the same products.
fn is_same(one: &[(ProductId, Quantity)], other: &[(ProductId, Quantity)]) -> bool {
    one.len() == other.len() && one.iter().all(|line| other.contains(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[(i64, u32)]) -> Vec<(ProductId, Quantity)> {
        lines
            .iter()
            .map(|&(product, quantity)| (product.try_into().unwrap(), quantity.try_into().unwrap()))
            .collect()
    }

    fn cart(seen_version: i64, version: i64, content: &[(i64, u32)]) -> Cart {
        Cart {
            id: CartId::generate(),
            version,
            seen_version,
            lines: lines(content),
            subtracted: Vec::new(),
        }
    }

    fn order(version: i64, content: &[(i64, u32)]) -> CartOrder {
        CartOrder {
            id: OrderId::generate(),
            number: format!("SB-{version}"),
            version,
            is_recent: true,
            lines: lines(content),
        }
    }

    #[test]
    fn a_version_becomes_one_order() {
        let orders = [order(5, &[(1, 2)])];
        let first = cart(5, 5, &[(1, 2)]);
        assert_eq!(first.check(&lines(&[(1, 2)]), &[]), Ok(None));
        assert_eq!(first.check(&lines(&[(1, 2)]), &orders), Ok(Some(&orders[0])));
        // Also after the cart was emptied and filled again.
        for later in [cart(5, 6, &[]), cart(5, 7, &[(1, 2)])] {
            assert_eq!(later.check(&lines(&[(1, 2)]), &orders), Ok(Some(&orders[0])));
        }
    }

    #[test]
    fn an_order_of_a_newer_version_is_named() {
        let orders = [order(6, &[(1, 2), (2, 1)])];
        for present in [
            cart(5, 6, &[(1, 2), (2, 1)]),
            cart(5, 7, &[]),
            cart(5, 8, &[(1, 2)]),
        ] {
            assert_eq!(present.check(&lines(&[(1, 2)]), &orders), Err(orders[0].error()));
        }
    }

    #[test]
    fn refuses_an_empty_or_changed_cart() {
        assert_eq!(
            cart(6, 6, &[]).check(&lines(&[(1, 1)]), &[]),
            Err(CartError::Empty)
        );
        let removed = cart(5, 6, &[(2, 1)]);
        assert_eq!(
            removed.check(&lines(&[(1, 1), (2, 1)]), &[]),
            Err(CartError::Changed)
        );
        // Without a version that the customer saw, lines that the cart does not have tell the change.
        let unseen = cart(6, 6, &[(2, 1)]);
        assert_eq!(
            unseen.check(&lines(&[(1, 1), (2, 1)]), &[]),
            Err(CartError::Changed)
        );
        assert_eq!(unseen.check(&lines(&[(2, 2)]), &[]), Err(CartError::Changed));
        assert_eq!(unseen.check(&lines(&[(2, 1)]), &[]), Ok(None));
        // A change that left the lines as they were.
        assert_eq!(
            cart(5, 7, &[(2, 1), (1, 1)]).check(&lines(&[(1, 1), (2, 1)]), &[]),
            Ok(None)
        );
    }

    #[test]
    fn pieces_of_an_order_are_not_ordered_again_before_they_are_subtracted() {
        let orders = [order(5, &[(1, 2)])];
        let mut present = cart(6, 6, &[(1, 2), (2, 1)]);
        let all = lines(&[(1, 2), (2, 1)]);
        assert_eq!(present.check(&all, &orders), Err(orders[0].error()));
        assert_eq!(present.check(&lines(&[(2, 1)]), &orders), Ok(None));
        // One more piece of the product was added.
        let more = cart(6, 6, &[(1, 3)]);
        assert_eq!(more.check(&lines(&[(1, 1)]), &orders), Ok(None));
        assert_eq!(more.check(&lines(&[(1, 3)]), &orders), Err(orders[0].error()));

        present.subtracted.push(orders[0].id);
        assert_eq!(present.check(&all, &orders), Ok(None));
        present.subtracted.clear();
        let old = [CartOrder {
            is_recent: false,
            ..orders[0].clone()
        }];
        assert_eq!(present.check(&all, &old), Ok(None));
    }
}
