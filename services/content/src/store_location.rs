//! Stores that customers can visit.

use kit::domain::{LocalizedText, StoreId};

use crate::{
    picture::Picture,
    publication::{LastChange, Publication},
    save::Version,
};

/// Attributes of a store, without its id and version. A [`String`] other than the code may be empty.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attributes {
    /// Unique name given by staff.
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    pub(crate) address: LocalizedText,
    /// Opening hours, Monday to Friday.
    pub(crate) weekday_hours: LocalizedText,
    /// Opening hours, Saturday and Sunday.
    pub(crate) weekend_hours: LocalizedText,
    /// `+` and digits.
    pub(crate) whatsapp: String,
    pub(crate) email: String,
    pub(crate) facebook: String,
    pub(crate) instagram: String,
    pub(crate) linkedin: String,
    /// Map that allows embedding in an iframe.
    pub(crate) map_url: String,
    pub(crate) images: Vec<Picture>,
    /// Position in lists; the first store is the main one.
    pub(crate) position: i32,
    #[serde(flatten)]
    pub(crate) publication: Publication,
}

/// A store that customers can visit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoreLocation {
    pub(crate) id: StoreId,
    pub(crate) version: Version,
    pub(crate) attributes: Attributes,
    pub(crate) last_change: LastChange,
}
