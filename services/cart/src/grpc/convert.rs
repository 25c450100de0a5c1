//! Between protobuf and the service's own types.

use kit::{
    domain::{ProductId, Quantity},
    failure::Failure,
};
use proto::cart::v1 as wire;

use crate::{
    cart::{Cart, Line},
    error::CartError,
};

impl From<Cart> for wire::Cart {
    fn from(cart: Cart) -> Self {
        Self {
            id: cart.id.to_string(),
            items: cart.lines.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<Line> for wire::CartItem {
    fn from(line: Line) -> Self {
        Self {
            product_id: line.product.get(),
            quantity: line.quantity.into(),
        }
    }
}

/// The product of a path: what is no id names nothing.
pub(super) fn product_in_path(id: i64) -> Result<ProductId, CartError> {
    ProductId::try_from(id).map_err(|_| CartError::LineNotFound)
}

/// Pieces of a line.
pub(super) fn quantity(pieces: u32) -> Result<Quantity, Failure> {
    Quantity::try_from(pieces).map_err(|_| Failure::invalid_field("quantity", "FIELD.OUT_OF_RANGE"))
}
