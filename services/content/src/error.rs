//! Errors of the content service.

use kit::failure::{Code, Failure};

/// Message key of a value that somebody else has changed.
const CHANGED: &str = "DESK.CHANGED";

/// Reason that the content service rejects a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ContentError {
    /// The campaign does not exist, or the caller may not see it.
    #[error("campaign {0} not found")]
    CampaignNotFound(i64),
    /// The banner text does not exist.
    #[error("promo not found")]
    PromoNotFound,
    /// The project does not exist.
    #[error("project not found")]
    ProjectNotFound,
    /// The store does not exist.
    #[error("store not found")]
    StoreNotFound,
    /// Another record has the code.
    #[error("the code is taken")]
    CodeTaken,
    /// Members of the team or open quotes have the store.
    #[error("the store is in use")]
    StoreInUse,
    /// The codes of an order are not those of all records.
    #[error("the codes are not the current ones")]
    CodesChanged,
    /// The URL of the brochure is not the one that the caller saw.
    #[error("the URL is not the current one")]
    UrlChanged,
    /// The picture or file does not exist, is another one's upload, or the caller may not see its kind.
    #[error("picture or file not found")]
    MediaNotFound,
    /// Something shows the picture.
    #[error("the picture is in use")]
    MediaInUse,
    /// The bytes do not follow those that have come.
    #[error("the offset is not the current one")]
    UploadOffset,
    /// The content of an upload is refused, with a message key.
    #[error("upload refused: {0}")]
    UploadRefused(&'static str),
    /// A concurrent request changed the row.
    #[error("the version is not the current one")]
    VersionConflict,
}

impl From<ContentError> for Failure {
    fn from(error: ContentError) -> Self {
        match error {
            ContentError::CampaignNotFound(id) => {
                Self::with_reason(Code::NotFound, "CAMPAIGN.NOT_FOUND").with_parameter("id", id)
            }
            ContentError::PromoNotFound | ContentError::StoreNotFound => {
                Self::with_reason(Code::NotFound, "CONTENT.NOT_FOUND")
            }
            ContentError::ProjectNotFound => Self::with_reason(Code::NotFound, "PROJECT.NOT_FOUND"),
            ContentError::MediaNotFound => Self::with_reason(Code::NotFound, "MEDIA.NOT_FOUND"),
            ContentError::MediaInUse => Self::with_reason(Code::Conflict, "MEDIA.IN_USE"),
            ContentError::StoreInUse => Self::with_reason(Code::Conflict, "CONTENT.IN_USE"),
            ContentError::UploadOffset => Self::new(Code::Conflict).with_field("uploadOffset", CHANGED),
            ContentError::UploadRefused(key) => Self::with_reason(Code::Invalid, key).with_field("file", key),
            ContentError::CodeTaken => Self::new(Code::Conflict).with_field("code", "CONTENT.CODE_TAKEN"),
            ContentError::CodesChanged => Self::new(Code::Conflict).with_field("codes", CHANGED),
            ContentError::UrlChanged => Self::new(Code::Conflict).with_field("from", CHANGED),
            ContentError::VersionConflict => Self::new(Code::Conflict).with_field("version", CHANGED),
        }
    }
}
