//! Texts and pictures of the home page that staff changed.

use kit::domain::LocalizedText;

use crate::{picture::Picture, publication::LastChange, save::Version};

/// Text or picture that staff set, without its key and version.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attributes {
    /// Empty for a picture.
    pub(crate) text: LocalizedText,
    /// `None` for a text.
    pub(crate) image: Option<Picture>,
}

/// A text or a picture of the home page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HomeText {
    pub(crate) key: String,
    pub(crate) version: Version,
    pub(crate) attributes: Attributes,
    pub(crate) last_change: LastChange,
}
