//! Errors of cart operations.

use kit::failure::{Code, Failure};

/// Reason that a cart rejects a request.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CartError {
    /// The cart does not exist or belongs to another user.
    #[error("cart not found")]
    CartNotFound,
    /// The product is not in the cart.
    #[error("product not in the cart")]
    LineNotFound,
    /// The product does not exist or is inactive.
    #[error("product not found")]
    ProductNotFound,
    /// A line would have more than 99 pieces.
    #[error("a line has at most 99 pieces")]
    TooMany,
    /// The cart would have more than 100 lines.
    #[error("a cart has at most 100 lines")]
    Full,
    /// The quantity exceeds the stock.
    #[error("only {available} pieces are available")]
    NotEnough {
        /// Pieces on hand.
        available: i64,
    },
    /// The idempotency key was used for another addition.
    #[error("idempotency key reused")]
    KeyReused,
}

impl From<CartError> for Failure {
    fn from(error: CartError) -> Self {
        match error {
            CartError::CartNotFound => Self::with_reason(Code::NotFound, "CART.NOT_FOUND"),
            CartError::LineNotFound => Self::with_reason(Code::NotFound, "CART.LINE_NOT_FOUND"),
            CartError::ProductNotFound => Self::with_reason(Code::NotFound, "CART.PRODUCT_NOT_FOUND"),
            // Also as the reason, for buttons that add a piece and have no field.
            CartError::TooMany => Self::with_reason(Code::Invalid, "CART.TOO_MANY_PIECES")
                .with_field("quantity", "CART.TOO_MANY_PIECES"),
            CartError::Full => Self::with_reason(Code::Conflict, "CART.FULL"),
            CartError::NotEnough { available } => {
                Self::with_reason(Code::Conflict, "CART.NOT_ENOUGH").with_parameter("available", available)
            }
            CartError::KeyReused => Self::new(Code::KeyReused),
        }
    }
}
