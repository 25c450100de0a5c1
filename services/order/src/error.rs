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
            OrderError::NotFound => Self::with_reason(Code::NotFound, "ORDER.NOT_FOUND"),
            OrderError::OutOfStock(failure) => failure,
            OrderError::KeyReused => Self::new(Code::KeyReused),
            OrderError::AttemptEnded => Self::with_reason(Code::Unavailable, "ORDER.ATTEMPT_ENDED")
                .with_retry_after(Duration::from_secs(1)),
            OrderError::PriceChanged { total } => Self::with_reason(Code::Conflict, "CHECKOUT.PRICE_CHANGED")
                .with_field("expectedTotal", "CHECKOUT.PRICE_CHANGED")
                .with_parameter("total", total.minor()),
            OrderError::TotalTooLarge => Self::invalid_field("orderItems", "ORDER.TOTAL_TOO_LARGE"),
            OrderError::Refused(refused) => refused.into(),
            OrderError::Account(status) | OrderError::Catalog(status) => status.into(),
            OrderError::Broken(what) => Self::new(Code::Internal).with_source(what),
            OrderError::Database(error) => error.into(),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let not_reachable = |from: &str, to: &str| {
            Self::with_reason(Code::Conflict, "ORDER.STATUS_NOT_REACHABLE")
                .with_parameter("from", from)
                .with_parameter("to", to)
        };
        match refused {
            Refused::NotCancellable(status) => Self::with_reason(Code::Conflict, "ORDER.NOT_CANCELLABLE")
                .with_parameter("status", status.name()),
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
