//! Errors of the service.

use kit::{
    failure::{Code, Failure},
    limits::LimitReached,
};

use crate::{address::MAX_ADDRESSES, hashing::HashingError, sealing::CannotOpen, store::wish::MAX_WISHES};

/// Reason that a request failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AccountError {
    /// Fields of the request are invalid.
    #[error(transparent)]
    Invalid(#[from] Failure),
    /// No account has this e-mail and password.
    #[error("wrong e-mail or password")]
    WrongCredentials,
    /// No live session has this token.
    #[error("no live session")]
    NoSession,
    /// No user has this id or e-mail.
    #[error("no such user")]
    UserNotFound,
    /// Staff accounts are closed by the owner.
    #[error("the account is a staff account")]
    StaffAccount,
    /// No reset request has this id, or its token was used.
    #[error("no such reset request")]
    ResetNotFound,
    /// No verification request has this id, or its token was used.
    #[error("no such verification request")]
    VerificationNotFound,
    /// The caller has no address with this id.
    #[error("the caller has no such address")]
    AddressNotFound,
    /// The product does not exist or is not sold.
    #[error("the product is not sold")]
    ProductNotFound,
    /// The user has the maximum number of addresses.
    #[error("a user has at most {} addresses", MAX_ADDRESSES)]
    TooManyAddresses,
    /// The user has the maximum number of wishes.
    #[error("a user has at most {} wishes", MAX_WISHES)]
    TooManyWishes,
    /// The user may not sign in to the desk any more.
    #[error("the staff member is disabled")]
    StaffDisabled,
    /// The right password is too short for staff.
    #[error("the password is too short for staff")]
    StaffPasswordTooShort,
    /// The session's second factor is missing.
    #[error("the second factor is missing")]
    SecondFactorMissing,
    /// The session is complete.
    #[error("the session has passed its second factor")]
    StepDone,
    /// The call needs a recent second factor.
    #[error("the call needs a step-up")]
    StepUpMissing,
    /// The code of a field is wrong.
    #[error("wrong code")]
    WrongCode(&'static str),
    /// There were too many wrong codes.
    #[error("too many wrong codes")]
    TooManyCodes(LimitReached),
    /// There were too many wrong codes in all: an owner must reset the second factor.
    #[error("codes are refused until an owner resets the second factor")]
    CodesLocked,
    /// A first factor needs the link from a mail.
    #[error("the first factor needs the link from a mail")]
    EnrolmentLinkMissing,
    /// The user has the maximum number of second factors.
    #[error("too many second factors")]
    TooManyFactors,
    /// The factor is the last confirmed one.
    #[error("the factor is the last one")]
    LastFactor,
    /// The user has no such second factor or device.
    #[error("no such factor or device")]
    NotFound,
    /// The record has another version.
    #[error("the record was changed")]
    Changed,
    /// A rate limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The secret of a second factor could not be decrypted.
    #[error(transparent)]
    Sealed(#[from] CannotOpen),
    /// A password hash could not be computed.
    #[error(transparent)]
    Hashing(#[from] HashingError),
    /// A call to the catalog failed.
    #[error("catalog: {0}")]
    Catalog(#[source] tonic::Status),
    /// A call to the inquiry service failed.
    #[error("inquiry: {0}")]
    Inquiry(#[source] tonic::Status),
    /// A database statement failed.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
}

impl From<AccountError> for Failure {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Invalid(failure) => failure,
            AccountError::WrongCredentials => {
                Self::with_reason(Code::Unauthenticated, "AUTH.WRONG_CREDENTIALS")
            }
            AccountError::NoSession => Self::new(Code::Unauthenticated),
            AccountError::UserNotFound => Self::with_reason(Code::NotFound, "USER.NOT_FOUND"),
            AccountError::StaffAccount => Self::with_reason(Code::Conflict, "ACCOUNT.STAFF"),
            AccountError::ResetNotFound => Self::with_reason(Code::NotFound, "RESET.NOT_FOUND"),
            AccountError::VerificationNotFound => Self::with_reason(Code::NotFound, "VERIFICATION.NOT_FOUND"),
            AccountError::AddressNotFound => Self::with_reason(Code::NotFound, "ADDRESS.NOT_FOUND"),
            AccountError::ProductNotFound => Self::with_reason(Code::NotFound, "WISHLIST.PRODUCT_NOT_FOUND"),
            AccountError::TooManyAddresses => {
                Self::with_reason(Code::Conflict, "ADDRESS.TOO_MANY").with_parameter("most", MAX_ADDRESSES)
            }
            AccountError::TooManyWishes => {
                Self::with_reason(Code::Conflict, "WISHLIST.TOO_MANY").with_parameter("most", MAX_WISHES)
            }
            AccountError::StaffDisabled => Self::with_reason(Code::Forbidden, "STAFF.DISABLED"),
            AccountError::StaffPasswordTooShort => {
                Self::with_reason(Code::Forbidden, "DESK.PASSWORD_TOO_SHORT")
            }
            AccountError::SecondFactorMissing => {
                Self::with_reason(Code::Unauthenticated, "DESK.SECOND_FACTOR")
            }
            AccountError::StepDone => Self::with_reason(Code::Conflict, "DESK.STEP_DONE"),
            AccountError::StepUpMissing => Self::with_reason(Code::Forbidden, "DESK.STEP_UP"),
            AccountError::WrongCode(field) => Self::invalid_field(field, "DESK.CODE_WRONG"),
            AccountError::TooManyCodes(limit) => Self::with_reason(Code::LimitReached, "DESK.TOO_MANY_CODES")
                .with_retry_after(limit.retry_after),
            AccountError::CodesLocked => Self::with_reason(Code::Forbidden, "DESK.CODES_LOCKED"),
            AccountError::EnrolmentLinkMissing => Self::with_reason(Code::Forbidden, "DESK.ENROLMENT_LINK"),
            AccountError::TooManyFactors => Self::with_reason(Code::Conflict, "DESK.TOO_MANY_FACTORS"),
            AccountError::LastFactor => Self::with_reason(Code::Conflict, "DESK.LAST_FACTOR"),
            AccountError::NotFound => Self::new(Code::NotFound),
            AccountError::Changed => Self::new(Code::Conflict).with_field("version", "DESK.CHANGED"),
            AccountError::Limit(limit) => limit.into(),
            AccountError::Sealed(error) => Self::new(Code::Internal).with_source(error),
            AccountError::Hashing(error) => error.into(),
            AccountError::Catalog(status) | AccountError::Inquiry(status) => status.into(),
            AccountError::Database(error) => error.into(),
        }
    }
}
