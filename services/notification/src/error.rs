//! Errors of the staff rpcs.

use kit::failure::{Code, Failure};

/// Error of a staff rpc.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MailError {
    /// The mail does not exist, or was deleted.
    #[error("mail not found")]
    NotFound,
    /// The mail was already sent.
    #[error("mail already sent")]
    AlreadySent,
    /// The database failed.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
}

impl From<MailError> for Failure {
    fn from(error: MailError) -> Self {
        match error {
            MailError::NotFound => Self::with_reason(Code::NotFound, "MAIL.NOT_FOUND"),
            MailError::AlreadySent => Self::with_reason(Code::Conflict, "MAIL.SENT"),
            MailError::Database(error) => error.into(),
        }
    }
}
