//! Event consumers, one file each.

mod conversation_changed;
mod product_changed;

pub(crate) use conversation_changed::TrackPhotos;
pub(crate) use product_changed::TrackProductPictures;
