//! Errors of the service.

use kit::{
    failure::{Code, Failure},
    limits::LimitReached,
};
use uuid::Uuid;

use crate::{
    conversation::{MAX_MESSAGES, MAX_PHOTOS},
    design::PriceError,
    inquiry::{MAX_NOTES, UpdateError},
    offer::error::OfferError,
    work::StatusNotReachable,
};

/// Reason that a request failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InquiryError {
    /// Fields of the request are invalid.
    #[error(transparent)]
    Invalid(#[from] Failure),
    /// No inquiry has this id or number, or the caller may not read it.
    #[error("no such inquiry")]
    NotFound,
    /// No conversation has the token.
    #[error("the token is of no conversation")]
    ConversationNotFound,
    /// No customer has this id.
    #[error("no such customer")]
    ContactNotFound,
    /// The personal data of the customer was wiped.
    #[error("the customer was wiped")]
    ContactWiped,
    /// Another customer has this phone or e-mail.
    #[error("another customer has this {kind}")]
    ContactTaken { kind: &'static str, other: Uuid },
    /// The customer that was to be merged changed since it was read.
    #[error("the other customer changed")]
    OtherChanged(Uuid),
    /// Both customers have an account.
    #[error("both customers have an account")]
    TwoAccounts,
    /// The customer has an order that is neither completed nor cancelled.
    #[error("the customer has an open order")]
    HasOpenOrder,
    /// The customer has an open inquiry.
    #[error("the customer has an open inquiry")]
    HasOpenQuote,
    /// The product does not exist or is not sold.
    #[error("the product is not sold")]
    ProductNotFound,
    /// The designs of these fields are of older rules.
    #[error("a design is of older rules")]
    DesignOldRules(Vec<String>),
    /// The sender of these fields saw another price than the present one.
    #[error("the price of a design changed")]
    DesignPriceChanged(Vec<String>),
    /// The idempotency key was used for another request.
    #[error("the key was used for another request")]
    KeyReused,
    /// The inquiry cannot be updated this way.
    #[error(transparent)]
    Update(#[from] UpdateError),
    /// The offer cannot be changed this way.
    #[error(transparent)]
    Offer(#[from] OfferError),
    /// A rate limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
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

impl From<PriceError> for InquiryError {
    fn from(PriceError(message): PriceError) -> Self {
        Self::Inconsistent(message)
    }
}

impl From<InquiryError> for Failure {
    fn from(error: InquiryError) -> Self {
        match error {
            InquiryError::Invalid(failure) => failure,
            InquiryError::NotFound => Self::with_reason(Code::NotFound, "INQUIRY.NOT_FOUND"),
            InquiryError::ConversationNotFound => Self::with_reason(Code::NotFound, "CONVERSATION.NOT_FOUND")
                .with_field("token", "CONVERSATION.NOT_FOUND"),
            InquiryError::ContactNotFound => Self::with_reason(Code::NotFound, "CUSTOMER.NOT_FOUND"),
            InquiryError::ContactWiped => Self::with_reason(Code::Conflict, "CUSTOMER.WIPED"),
            InquiryError::ContactTaken { kind, other } => {
                Self::with_reason(Code::Conflict, "CUSTOMER.CONTACT_TAKEN")
                    .with_field(kind, "CUSTOMER.CONTACT_TAKEN")
                    .with_parameter("other", other)
            }
            InquiryError::OtherChanged(other) => Self::with_reason(Code::Conflict, "DESK.CHANGED")
                .with_field("otherVersion", "DESK.CHANGED")
                .with_parameter("other", other),
            InquiryError::TwoAccounts => Self::with_reason(Code::Conflict, "CUSTOMER.TWO_ACCOUNTS"),
            InquiryError::HasOpenOrder => Self::with_reason(Code::Conflict, "CUSTOMER.HAS_OPEN_ORDER"),
            InquiryError::HasOpenQuote => Self::with_reason(Code::Conflict, "CUSTOMER.HAS_OPEN_QUOTE"),
            InquiryError::ProductNotFound => Self::with_reason(Code::NotFound, "PRODUCT.NOT_FOUND"),
            InquiryError::DesignOldRules(fields) => refused_designs("DESIGN.OLD_RULES", fields),
            InquiryError::DesignPriceChanged(fields) => refused_designs("DESIGN.PRICE_CHANGED", fields),
            InquiryError::KeyReused => Self::new(Code::KeyReused),
            InquiryError::Update(error) => error.into(),
            InquiryError::Offer(error) => error.into(),
            InquiryError::Limit(limit) => limit.into(),
            InquiryError::Catalog(status) => status.into(),
            InquiryError::Inconsistent(message) => Self::new(Code::Internal).with_source(message),
            InquiryError::Database(error) => error.into(),
        }
    }
}

/// Returns the conflict of designs that are refused for a reason.
fn refused_designs(reason: &'static str, fields: Vec<String>) -> Failure {
    let conflict = Failure::with_reason(Code::Conflict, reason);
    fields
        .into_iter()
        .fold(conflict, |failure, field| failure.with_field(field, reason))
}

impl From<UpdateError> for Failure {
    fn from(error: UpdateError) -> Self {
        match error {
            UpdateError::StatusNotReachable(StatusNotReachable { from, to }) => {
                Self::with_reason(Code::Conflict, "INQUIRY.STATUS_NOT_REACHABLE")
                    .with_field("to", "INQUIRY.STATUS_NOT_REACHABLE")
                    .with_parameter("from", from.name())
                    .with_parameter("to", to.name())
            }
            UpdateError::FromChanged => {
                Self::with_reason(Code::Conflict, "DESK.CHANGED").with_field("from", "DESK.CHANGED")
            }
            UpdateError::VersionChanged => {
                Self::with_reason(Code::Conflict, "DESK.CHANGED").with_field("version", "DESK.CHANGED")
            }
            UpdateError::DesignChanged => {
                Self::with_reason(Code::Conflict, "DESIGN.CHANGED").with_field("from", "DESIGN.CHANGED")
            }
            UpdateError::HasOrder => Self::with_reason(Code::Conflict, "INQUIRY.HAS_ORDER"),
            UpdateError::NoEmail => Self::with_reason(Code::Conflict, "CUSTOMER.NO_EMAIL"),
            UpdateError::NotYours => Self::with_reason(Code::Forbidden, "INQUIRY.NOT_YOURS"),
            UpdateError::Wiped => Self::with_reason(Code::Conflict, "INQUIRY.WIPED"),
            UpdateError::TooManySteps => Self::with_reason(Code::Conflict, "INQUIRY.TOO_MANY_STEPS"),
            UpdateError::TooManyMessages => {
                Self::with_reason(Code::Conflict, "CONVERSATION.TOO_MANY_MESSAGES")
                    .with_parameter("most", MAX_MESSAGES)
            }
            UpdateError::TooManyPhotos => Self::with_reason(Code::Conflict, "CONVERSATION.TOO_MANY_PHOTOS")
                .with_parameter("most", MAX_PHOTOS),
            UpdateError::UnknownStep => Self::with_reason(Code::NotFound, "INQUIRY.STEP_NOT_FOUND"),
            UpdateError::EntryFinal => Self::with_reason(Code::Conflict, "TIMELINE.ENTRY_FINAL"),
            UpdateError::UnknownEntry | UpdateError::UnknownPiece => {
                Self::with_reason(Code::NotFound, "INQUIRY.NOT_FOUND")
            }
            UpdateError::TooManyNotes => {
                Self::with_reason(Code::Conflict, "INQUIRY.TOO_MANY_NOTES").with_parameter("most", MAX_NOTES)
            }
        }
    }
}
