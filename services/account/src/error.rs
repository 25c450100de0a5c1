//! What can go wrong with an account.

use kit::{
    failure::{Code, Failure},
    limits::LimitReached,
};

use crate::{address, hashing::HashingError, store::wish};

/// Why a request was refused or failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AccountError {
    /// Fields of the request are wrong: REST names, each with a message key.
    #[error("wrong fields: {0:?}")]
    Fields(Vec<(&'static str, &'static str)>),
    /// No account has this e-mail and password.
    #[error("wrong e-mail or password")]
    WrongCredentials,
    /// No live session has this token.
    #[error("no live session")]
    NoSession,
    /// There is no such user.
    #[error("no such user")]
    UserNotFound,
    /// There is no such reset request, or its token was used.
    #[error("no such reset request")]
    ResetNotFound,
    /// No such address, or another one's.
    #[error("the caller has no such address")]
    AddressNotFound,
    /// The product does not exist or is not sold.
    #[error("the product is not sold")]
    ProductNotFound,
    /// The address book is full.
    #[error("a user has at most {} addresses", address::MOST)]
    TooManyAddresses,
    /// The wishlist is full.
    #[error("a user has at most {} wishes", wish::MOST)]
    TooManyWishes,
    /// Too many tries.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// A password hash could not be computed, or not now.
    #[error(transparent)]
    Hashing(#[from] HashingError),
    /// The catalogue did not answer.
    #[error("the catalogue: {0}")]
    Catalog(#[source] tonic::Status),
    /// The database failed.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
}

impl AccountError {
    /// One field is wrong.
    pub(crate) fn field(name: &'static str, key: &'static str) -> Self {
        Self::Fields(vec![(name, key)])
    }
}

impl From<AccountError> for Failure {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Fields(fields) => fields
                .into_iter()
                .fold(Self::new(Code::Invalid), |failure, (name, key)| {
                    failure.with_field(name, key)
                }),
            AccountError::WrongCredentials => {
                Self::with_reason(Code::Unauthenticated, "AUTH.WRONG_CREDENTIALS")
            }
            AccountError::NoSession => Self::new(Code::Unauthenticated),
            AccountError::UserNotFound => Self::with_reason(Code::NotFound, "USER.NOT_FOUND"),
            AccountError::ResetNotFound => Self::with_reason(Code::NotFound, "RESET.NOT_FOUND"),
            AccountError::AddressNotFound => Self::with_reason(Code::NotFound, "ADDRESS.NOT_FOUND"),
            AccountError::ProductNotFound => Self::with_reason(Code::NotFound, "WISHLIST.PRODUCT_NOT_FOUND"),
            AccountError::TooManyAddresses => {
                Self::with_reason(Code::Conflict, "ADDRESS.TOO_MANY").with_parameter("most", address::MOST)
            }
            AccountError::TooManyWishes => {
                Self::with_reason(Code::Conflict, "WISHLIST.TOO_MANY").with_parameter("most", wish::MOST)
            }
            AccountError::Limit(limit) => limit.into(),
            AccountError::Hashing(error) => error.into(),
            AccountError::Catalog(status) => status.into(),
            AccountError::Database(error) => error.into(),
        }
    }
}

impl From<AccountError> for tonic::Status {
    fn from(error: AccountError) -> Self {
        Failure::from(error).into()
    }
}
