//! What can go wrong with a cart.

use kit::failure::{Code, Failure};

/// Why a cart was not read or changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CartError {
    /// No such cart, or another one's.
    #[error("the caller has no such cart")]
    CartNotFound,
    /// The product is not in the cart.
    #[error("the product is not in the cart")]
    LineNotFound,
    /// The product does not exist or is not sold.
    #[error("the product is not sold")]
    ProductNotFound,
    /// A line would have more than 99 pieces.
    #[error("a line has at most 99 pieces")]
    TooMany,
    /// The cart would have more than 100 lines.
    #[error("a cart has at most 100 lines")]
    Full,
    /// More than there is.
    #[error("only {available} pieces are there")]
    NotEnough {
        /// Pieces on hand.
        available: i64,
    },
    /// The catalogue did not answer.
    #[error("the catalogue: {0}")]
    Catalog(#[from] tonic::Status),
    /// The database failed.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
}

#[cfg(test)]
impl PartialEq for CartError {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl From<CartError> for Failure {
    fn from(error: CartError) -> Self {
        match error {
            CartError::CartNotFound => Self::with_reason(Code::NotFound, "CART.NOT_FOUND"),
            CartError::LineNotFound => Self::with_reason(Code::NotFound, "CART.LINE_NOT_FOUND"),
            CartError::ProductNotFound => Self::with_reason(Code::NotFound, "CART.PRODUCT_NOT_FOUND"),
            CartError::TooMany => Self::invalid_field("quantity", "CART.TOO_MANY_PIECES"),
            CartError::Full => Self::with_reason(Code::Conflict, "CART.FULL"),
            CartError::NotEnough { available } => {
                Self::with_reason(Code::Conflict, "CART.NOT_ENOUGH").with_parameter("available", available)
            }
            CartError::Catalog(status) => status.into(),
            CartError::Database(error) => error.into(),
        }
    }
}

impl From<CartError> for tonic::Status {
    fn from(error: CartError) -> Self {
        Failure::from(error).into()
    }
}
