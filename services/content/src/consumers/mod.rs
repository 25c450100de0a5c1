//! Event consumers, one file each.

mod conversation_changed;
mod product_changed;

pub(crate) use conversation_changed::{QUOTE_FILES, TrackPhotos};
pub(crate) use product_changed::TrackProductPictures;
