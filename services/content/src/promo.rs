//! Banner texts.

use kit::domain::LocalizedText;

use crate::save::Version;

/// Attributes of a banner text, without its version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attributes {
    /// Unique name given by staff.
    pub(crate) code: String,
    pub(crate) text: LocalizedText,
    /// Position in the banner.
    pub(crate) position: i32,
}

/// A banner text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Promo {
    pub(crate) version: Version,
    pub(crate) attributes: Attributes,
}
