//! Texts of the banner.

use kit::domain::LocalizedText;

use crate::saving::Version;

/// What staff says of a text of the banner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The staff's own name for it.
    pub(crate) code: String,
    pub(crate) text: LocalizedText,
    /// Its place.
    pub(crate) position: i32,
}

/// A text of the banner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Promo {
    pub(crate) version: Version,
    pub(crate) facts: Facts,
}
