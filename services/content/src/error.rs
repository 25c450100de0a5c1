//! What can go wrong with content, in its own words.

use kit::failure::{Code, Failure};

use crate::saving::Stale;

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ContentError {
    /// There is no such campaign, or it does not run.
    #[error("no such campaign")]
    UnknownCampaign(i64),
    /// There is no such text of the banner.
    #[error("no such promo")]
    UnknownPromo,
    /// There is no such project.
    #[error("no such project")]
    UnknownProject,
    /// There is no such store.
    #[error("no such store")]
    UnknownStore,
    /// Somebody else has saved it meanwhile.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// The database is away, or a statement is wrong.
    #[error("the database")]
    Database(#[from] sqlx::Error),
}

impl From<ContentError> for Failure {
    fn from(error: ContentError) -> Self {
        match error {
            ContentError::UnknownCampaign(id) => {
                Self::with_reason(Code::NotFound, "CAMPAIGN.NOT_FOUND").with_parameter("id", id)
            }
            ContentError::UnknownPromo => Self::with_reason(Code::NotFound, "PROMO.NOT_FOUND"),
            ContentError::UnknownProject => Self::with_reason(Code::NotFound, "PROJECT.NOT_FOUND"),
            ContentError::UnknownStore => Self::with_reason(Code::NotFound, "STORE.NOT_FOUND"),
            ContentError::Stale(_) => Self::new(Code::Conflict),
            ContentError::Database(error) => Self::from(error),
        }
    }
}
