//! Event consumers, one file each.

mod product_changed;

pub(crate) use product_changed::TrackProductPictures;
