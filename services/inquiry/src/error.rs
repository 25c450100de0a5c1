//! What can go wrong with an inquiry.

use kit::{
    failure::{Code, Failure},
    limits::LimitReached,
};

use crate::inquiry::{MOST_NOTES, Refused};

/// Why an inquiry was not taken in, read or changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InquiryError {
    /// Fields of the request are wrong: REST names, each with a message key.
    #[error("wrong fields: {0:?}")]
    Fields(Vec<(&'static str, &'static str)>),
    /// No such inquiry.
    #[error("there is no such inquiry")]
    NotFound,
    /// The product does not exist or is not sold.
    #[error("the product is not sold")]
    ProductNotFound,
    /// The key came before with another request.
    #[error("the key was used for another request")]
    KeyReused,
    /// The inquiry's rules say no.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Too many tries.
    #[error(transparent)]
    Limit(#[from] LimitReached),
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

impl InquiryError {
    /// One field is wrong.
    pub(crate) fn field(name: &'static str, key: &'static str) -> Self {
        Self::Fields(vec![(name, key)])
    }
}

impl From<InquiryError> for Failure {
    fn from(error: InquiryError) -> Self {
        match error {
            InquiryError::Fields(fields) => fields
                .into_iter()
                .fold(Self::new(Code::Invalid), |failure, (name, key)| {
                    failure.with_field(name, key)
                }),
            InquiryError::NotFound => Self::with_reason(Code::NotFound, "INQUIRY.NOT_FOUND"),
            InquiryError::ProductNotFound => Self::with_reason(Code::NotFound, "PRODUCT.NOT_FOUND"),
            InquiryError::KeyReused => Self::new(Code::KeyReused),
            InquiryError::Refused(refused) => refused.into(),
            InquiryError::Limit(limit) => limit.into(),
            InquiryError::Catalog(status) => status.into(),
            InquiryError::Broken(what) => Self::new(Code::Internal).with_source(what),
            InquiryError::Database(error) => error.into(),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::StatusNotReachable { from, to } => {
                Self::with_reason(Code::Conflict, "INQUIRY.STATUS_NOT_REACHABLE")
                    .with_parameter("from", from.name())
                    .with_parameter("to", to.name())
            }
            Refused::Wiped => Self::with_reason(Code::Conflict, "INQUIRY.WIPED"),
            Refused::TooManyNotes => {
                Self::with_reason(Code::Conflict, "INQUIRY.TOO_MANY_NOTES").with_parameter("most", MOST_NOTES)
            }
        }
    }
}

impl From<InquiryError> for tonic::Status {
    fn from(error: InquiryError) -> Self {
        Failure::from(error).into()
    }
}
