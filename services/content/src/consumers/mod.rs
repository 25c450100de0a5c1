//! Event consumers, one file each.

mod conversation_changed;
mod order_files_changed;
mod product_changed;

use kit::events::HandlerError;
use uuid::Uuid;

pub(crate) use conversation_changed::{OFFER_FILES, QUOTE_FILES, TrackPhotos};
pub(crate) use order_files_changed::{ORDER_FILES, TrackOrderFiles};
pub(crate) use product_changed::TrackProductPictures;

/// Parses the ids of an event.
fn media_ids(ids: &[String]) -> Result<Vec<Uuid>, HandlerError> {
    ids.iter()
        .map(|id| Uuid::try_parse(id))
        .collect::<Result<_, _>>()
        .map_err(|error| HandlerError::Malformed(error.into()))
}
