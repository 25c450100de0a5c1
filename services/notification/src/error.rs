//! What can go wrong with mail, as the staff hears it.

use kit::failure::{Code, Failure};

/// Why mail was not shown or tried again.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MailError {
    /// No such mail, or none any more.
    #[error("there is no such mail")]
    NotFound,
    /// It is with whom it was written to.
    #[error("the mail was sent")]
    AlreadySent,
    /// The database failed.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
}

impl From<MailError> for Failure {
    fn from(error: MailError) -> Self {
        match error {
            MailError::NotFound => Self::with_reason(Code::NotFound, "MAIL.NOT_FOUND"),
            MailError::AlreadySent => Self::with_reason(Code::Conflict, "MAIL.ALREADY_SENT"),
            MailError::Database(error) => error.into(),
        }
    }
}

impl From<MailError> for tonic::Status {
    fn from(error: MailError) -> Self {
        Failure::from(error).into()
    }
}
