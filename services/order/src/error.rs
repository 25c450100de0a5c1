//! What can go wrong with an order.

use std::time::Duration;

use kit::{
    domain::Money,
    failure::{Code, Failure},
};

use crate::order::Refused;

/// Why an order was not made, read or changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OrderError {
    /// No such order, or another one's.
    #[error("the caller has no such order")]
    NotFound,
    /// The key came before with another request.
    #[error("the key was used for another request")]
    KeyReused,
    /// The attempt was abandoned while it was worked on.
    #[error("the attempt was abandoned")]
    AttemptEnded,
    /// The catalogue does not have all that is asked for; the failure names the lines.
    #[error("the catalogue refused: {0}")]
    OutOfStock(Failure),
    /// The total is another one than the customer was shown.
    #[error("the total is not the expected one")]
    PriceChanged {
        /// What it is.
        total: Money,
    },
    /// More than the shop can count.
    #[error("the total is too large")]
    TotalTooLarge,
    /// The order's rules say no.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The account service did not answer.
    #[error("the accounts: {0}")]
    Account(#[source] tonic::Status),
    /// The catalogue did not answer.
    #[error("the catalogue: {0}")]
    Catalog(#[source] tonic::Status),
    /// Another service or the database said what cannot be.
    #[error("impossible: {0}")]
    Broken(&'static str),
    /// The database failed.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
}

impl OrderError {
    /// Whether the attempt is over: the same request under the same order id will never succeed.
    pub(crate) const fn ends_attempt(&self) -> bool {
        matches!(
            self,
            Self::OutOfStock(_) | Self::PriceChanged { .. } | Self::TotalTooLarge | Self::AttemptEnded
        )
    }
}

impl From<OrderError> for Failure {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::NotFound => Self::new(Code::NotFound, "ORDER.NOT_FOUND"),
            OrderError::OutOfStock(failure) => failure,
            OrderError::KeyReused => Self::of(Code::KeyReused),
            OrderError::AttemptEnded => {
                Self::new(Code::Unavailable, "ORDER.ATTEMPT_ENDED").retry_after(Duration::from_secs(1))
            }
            OrderError::PriceChanged { total } => Self::new(Code::Conflict, "CHECKOUT.PRICE_CHANGED")
                .and_field("expectedTotal", "CHECKOUT.PRICE_CHANGED")
                .with("total", total.minor()),
            OrderError::TotalTooLarge => Self::field("orderItems", "ORDER.TOTAL_TOO_LARGE"),
            OrderError::Refused(refused) => refused.into(),
            OrderError::Account(status) | OrderError::Catalog(status) => status.into(),
            OrderError::Broken(what) => Self::of(Code::Internal).because(what),
            OrderError::Database(error) => error.into(),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let not_reachable = |from: &str, to: &str| {
            Self::new(Code::Conflict, "ORDER.STATUS_NOT_REACHABLE")
                .with("from", from)
                .with("to", to)
        };
        match refused {
            Refused::NotCancellable(status) => {
                Self::new(Code::Conflict, "ORDER.NOT_CANCELLABLE").with("status", status.name())
            }
            Refused::StatusNotReachable { from, to } => not_reachable(from.name(), to.name()),
            Refused::PaymentNotReachable { from, to } => not_reachable(from.name(), to.name()),
        }
    }
}

impl From<OrderError> for tonic::Status {
    fn from(error: OrderError) -> Self {
        Failure::from(error).into()
    }
}
