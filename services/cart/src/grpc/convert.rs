//! Conversions between protobuf and domain types.

use kit::domain::ProductId;
use proto::cart::v1 as wire;
use sqlx::types::Uuid;

use crate::{
    cart::{Cart, Line},
    error::CartError,
};

impl From<Cart> for wire::Cart {
    fn from(cart: Cart) -> Self {
        Self {
            id: cart.id.to_string(),
            items: cart.lines.into_iter().map(Into::into).collect(),
            version: Some(cart.version),
            subtracted_order_ids: cart.subtracted_orders.iter().map(Uuid::to_string).collect(),
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

/// Parses the product's id from a request's path; an invalid id is reported as an absent line.
pub(super) fn product_id(id: i64) -> Result<ProductId, CartError> {
    ProductId::try_from(id).map_err(|_| CartError::LineNotFound)
}
