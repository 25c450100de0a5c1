//! Stores that can be visited. The word store belongs to the room of the SQL here.

use kit::domain::{LocalizedText, StoreId};

use crate::{picture::Picture, saving::Version};

/// What staff says of a store. Texts that are no [`LocalizedText`] may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The staff's own name for it.
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    pub(crate) address: LocalizedText,
    /// Monday to Friday.
    pub(crate) weekday_hours: LocalizedText,
    /// Saturday and Sunday.
    pub(crate) weekend_hours: LocalizedText,
    /// + and digits.
    pub(crate) whatsapp: String,
    pub(crate) email: String,
    pub(crate) facebook: String,
    pub(crate) instagram: String,
    pub(crate) linkedin: String,
    /// A map that can be shown in a frame.
    pub(crate) map_url: String,
    pub(crate) images: Vec<Picture>,
    /// Its place; the first is the main one.
    pub(crate) position: i32,
}

/// A store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outlet {
    pub(crate) id: StoreId,
    pub(crate) version: Version,
    pub(crate) facts: Facts,
}
