//! Errors of the service.

use std::time::Duration;

use kit::{
    domain::Money,
    failure::{Code, Failure},
    limits::LimitReached,
};

use crate::{
    cart::CartError, held::Excess, limit_kind::LimitKind, order::TransitionError, payment::PaymentError,
};

/// Reason that a request failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OrderError {
    /// The caller has no order with this id or number.
    #[error("the caller has no such order")]
    NotFound,
    /// The token opens no order, or one of another account.
    #[error("the token opens no order")]
    WrongToken,
    /// The account has another e-mail than the order.
    #[error("the account has another e-mail than the order")]
    OtherEmail,
    /// The e-mail of the account is not verified.
    #[error("the e-mail of the account is not verified")]
    EmailNotVerified,
    /// Too many requests for links.
    #[error(transparent)]
    TooManyLinkRequests(#[from] LimitReached),
    /// The idempotency key was used for another request.
    #[error("the key was used for another request")]
    KeyReused,
    /// The attempt was abandoned during the request.
    #[error("the attempt was abandoned")]
    AttemptEnded,
    /// A product is unavailable or has too little stock; the failure names the lines.
    #[error("out of stock: {0}")]
    OutOfStock(Failure),
    /// The account or the address has reached a limit on orders.
    #[error("too many orders by {kind}")]
    LimitReached {
        /// The reached limit.
        kind: LimitKind,
        /// Time until it admits orders again.
        retry_after: Duration,
    },
    /// The account has too many open unpaid orders.
    #[error("more than {most} open unpaid orders")]
    TooManyOpen {
        /// The maximum.
        most: u32,
    },
    /// Unpaid orders would hold too many pieces of stock.
    #[error("too many pieces are held by {}", .0.kind)]
    TooMuchHeld(Excess),
    /// The cart does not become another order.
    #[error(transparent)]
    Cart(#[from] CartError),
    /// The total differs from the expected one.
    #[error("the total is not the expected one")]
    PriceChanged {
        /// The current total.
        total: Money,
    },
    /// The total exceeds the maximum amount.
    #[error("the total is too large")]
    TotalTooLarge,
    /// The status cannot change this way.
    #[error(transparent)]
    Transition(#[from] TransitionError),
    /// The record has changed since the caller read it; the field holds what the caller saw.
    #[error("the order has changed: {0}")]
    Changed(&'static str),
    /// The last step can no longer be taken back.
    #[error("the last step is final")]
    StepFinal,
    /// The workshop does not make the order yet.
    #[error("the order is not in work")]
    TooEarly,
    /// The role of the caller does not allow it for this order.
    #[error("the role does not allow it")]
    Role,
    /// The order has no address to ship to.
    #[error("the order has no address")]
    NoAddress,
    /// The delivery of the order cannot be planned any more.
    #[error("the delivery is closed")]
    DeliveryClosed,
    /// The addresses and lines of the order cannot be corrected any more.
    #[error("the order is shipped")]
    CorrectionClosed,
    /// The text of the entry cannot be corrected any more, or by the caller.
    #[error("the entry is final")]
    EntryFinal,
    /// The order has the maximum number of notes.
    #[error("the order has {most} notes")]
    TooManyNotes {
        /// The maximum.
        most: i64,
    },
    /// A line has a discount above the limit of the caller.
    #[error("the discount of line {line} is above the limit")]
    DiscountOverLimit {
        /// Index of the line.
        line: usize,
    },
    /// The payment is refused.
    #[error(transparent)]
    Payment(#[from] PaymentError),
    /// The request is refused with this failure.
    #[error("refused: {0}")]
    Refused(Failure),
    /// A call to the account service failed.
    #[error("account: {0}")]
    Account(#[source] tonic::Status),
    /// A call to the inquiry service failed.
    #[error("inquiry: {0}")]
    Inquiry(#[source] tonic::Status),
    /// A call to the catalog failed.
    #[error("catalog: {0}")]
    Catalog(#[source] tonic::Status),
    /// Data of another service or the database is inconsistent.
    #[error("inconsistent data: {0}")]
    Inconsistent(&'static str),
    /// A database statement failed.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
}

impl OrderError {
    /// Whether the attempt cannot succeed any more with its order id.
    pub(crate) const fn ends_attempt(&self) -> bool {
        matches!(
            self,
            Self::OutOfStock(_)
                | Self::PriceChanged { .. }
                | Self::TotalTooLarge
                | Self::AttemptEnded
                | Self::DiscountOverLimit { .. }
                | Self::Role
                | Self::NotFound
                | Self::Changed(_)
                | Self::CorrectionClosed
                | Self::TooMuchHeld(_)
                | Self::Refused(_)
        )
    }

    /// Returns the limit that rejected the request.
    pub(crate) const fn limit(&self) -> Option<LimitKind> {
        match self {
            Self::LimitReached { kind, .. } => Some(*kind),
            Self::TooManyOpen { .. } => Some(LimitKind::Open),
            Self::TooMuchHeld(excess) => Some(excess.kind),
            _ => None,
        }
    }
}

impl From<OrderError> for Failure {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::NotFound => Self::with_reason(Code::NotFound, "ORDER.NOT_FOUND"),
            OrderError::WrongToken => of_field(Code::NotFound, "token", "ORDER.LINK_DEAD"),
            OrderError::OtherEmail => of_field(Code::Forbidden, "token", "ORDER.OTHER_EMAIL"),
            OrderError::EmailNotVerified => of_field(Code::Forbidden, "token", "ORDER.EMAIL_NOT_VERIFIED"),
            OrderError::TooManyLinkRequests(limit) => limit.into(),
            OrderError::KeyReused => Self::new(Code::KeyReused),
            OrderError::AttemptEnded => Self::with_reason(Code::Unavailable, "ORDER.ATTEMPT_ENDED")
                .with_retry_after(Duration::from_secs(1)),
            OrderError::LimitReached { retry_after, .. } => {
                Self::with_reason(Code::LimitReached, "ORDER.TOO_MANY").with_retry_after(retry_after)
            }
            OrderError::TooManyOpen { most } => {
                Self::with_reason(Code::Conflict, "ORDER.TOO_MANY_OPEN").with_parameter("most", most)
            }
            OrderError::Cart(error) => error.into(),
            OrderError::TooMuchHeld(excess) => excess.into(),
            OrderError::PriceChanged { total } => Self::with_reason(Code::Conflict, "CHECKOUT.PRICE_CHANGED")
                .with_field("expectedTotal", "CHECKOUT.PRICE_CHANGED")
                .with_parameter("total", total.minor()),
            OrderError::TotalTooLarge => Self::invalid_field("orderItems", "ORDER.TOTAL_TOO_LARGE"),
            OrderError::Transition(error) => error.into(),
            OrderError::Changed(field) => conflict_of(field, "DESK.CHANGED"),
            OrderError::StepFinal => Self::with_reason(Code::Conflict, "ORDER.STEP_FINAL"),
            OrderError::TooEarly => Self::with_reason(Code::Conflict, "WORKSHOP.TOO_EARLY"),
            OrderError::Role => Self::with_reason(Code::Forbidden, "DESK.ROLE"),
            OrderError::NoAddress => Self::with_reason(Code::Conflict, "ORDER.NO_ADDRESS"),
            OrderError::DeliveryClosed => Self::with_reason(Code::Conflict, "ORDER.DELIVERY_CLOSED"),
            OrderError::CorrectionClosed => Self::with_reason(Code::Conflict, "ORDER.CORRECTION_CLOSED"),
            OrderError::EntryFinal => Self::with_reason(Code::Conflict, "TIMELINE.ENTRY_FINAL"),
            OrderError::TooManyNotes { most } => {
                Self::with_reason(Code::Conflict, "INQUIRY.TOO_MANY_NOTES").with_parameter("most", most)
            }
            OrderError::DiscountOverLimit { line } => {
                conflict_of(format!("lines[{line}].discount"), "ORDER.DISCOUNT_OVER_LIMIT")
            }
            OrderError::Payment(PaymentError::TooMuch) => conflict_of("amount", "PAYMENT.TOO_MUCH"),
            OrderError::Payment(PaymentError::OtherMeans) => conflict_of("method", "PAYMENT.OTHER_MEANS"),
            OrderError::Payment(PaymentError::NotPossible) => {
                Self::with_reason(Code::Conflict, "PAYMENT.NOT_POSSIBLE")
            }
            OrderError::OutOfStock(failure) | OrderError::Refused(failure) => failure,
            OrderError::Account(status) | OrderError::Inquiry(status) | OrderError::Catalog(status) => {
                status.into()
            }
            OrderError::Inconsistent(message) => Self::new(Code::Internal).with_source(message),
            OrderError::Database(error) => error.into(),
        }
    }
}

/// Returns a conflict at a field, with the key as reason.
fn conflict_of(field: impl Into<String>, key: &'static str) -> Failure {
    of_field(Code::Conflict, field, key)
}

/// Returns a failure at a field, with the key as reason.
fn of_field(code: Code, field: impl Into<String>, key: &'static str) -> Failure {
    Failure::with_reason(code, key).with_field(field, key)
}

impl From<Failure> for OrderError {
    fn from(failure: Failure) -> Self {
        Self::Refused(failure)
    }
}

impl From<CartError> for Failure {
    fn from(error: CartError) -> Self {
        match error {
            CartError::Empty => conflict_of("cart", "ORDER.CART_EMPTY"),
            CartError::Changed => conflict_of("cart", "ORDER.CART_CHANGED"),
            CartError::Ordered { id, number } => conflict_of("cart", "ORDER.CART_ORDERED")
                .with_parameter("order", id)
                .with_parameter("number", number),
        }
    }
}

impl From<Excess> for Failure {
    fn from(excess: Excess) -> Self {
        let key = match (excess.kind, excess.product.is_some(), excess.is_verified) {
            (LimitKind::HeldByAddress, ..) => "ORDER.HELD_BY_ADDRESS",
            (_, true, true) => "ORDER.HELD_SHARE",
            (_, true, false) => "ORDER.HELD_SHARE_UNVERIFIED",
            (_, false, true) => "ORDER.HELD_PIECES",
            (_, false, false) => "ORDER.HELD_PIECES_UNVERIFIED",
        };
        let failure = Self::with_reason(Code::Conflict, key).with_parameter("most", excess.most);
        excess.lines.iter().fold(failure, |failure, line| {
            failure.with_field(format!("orderItems[{line}].quantity"), key)
        })
    }
}

impl From<TransitionError> for Failure {
    fn from(error: TransitionError) -> Self {
        let unreachable_status = |from: &str, to: &str| {
            Self::with_reason(Code::Conflict, "ORDER.STATUS_NOT_REACHABLE")
                .with_parameter("from", from)
                .with_parameter("to", to)
        };
        match error {
            TransitionError::NotCancellable(status) => {
                Self::with_reason(Code::Conflict, "ORDER.NOT_CANCELLABLE")
                    .with_parameter("status", status.name())
            }
            TransitionError::StatusNotReachable { from, to } => {
                unreachable_status(from.name(), to.name()).with_field("to", "ORDER.STATUS_NOT_REACHABLE")
            }
            TransitionError::PaymentNotReachable { from, to } => unreachable_status(from.name(), to.name()),
        }
    }
}
