//! Banner texts.

use kit::domain::LocalizedText;

use crate::{
    publication::{LastChange, Publication},
    save::Version,
};

/// Attributes of a banner text, without its version.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attributes {
    /// Unique name given by staff.
    pub(crate) code: String,
    pub(crate) text: LocalizedText,
    /// Position in the banner.
    pub(crate) position: i32,
    #[serde(flatten)]
    pub(crate) publication: Publication,
}

/// A banner text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Promo {
    pub(crate) version: Version,
    pub(crate) attributes: Attributes,
    pub(crate) last_change: LastChange,
}
