//! Returns pictures and files by their ids.

use kit::{caller::Caller, failure::Failure, validation::TOO_LONG};
use proto::content::v1::{ListMediaRequest, ListMediaResponse};
use uuid::Uuid;

use super::{State, convert};
use crate::store;

/// Maximum number of ids.
const MAX_IDS: usize = 200;

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ListMediaRequest,
) -> Result<ListMediaResponse, Failure> {
    if request.media_ids.len() > MAX_IDS {
        return Err(Failure::invalid_field("mediaIds", TOO_LONG));
    }
    let ids = request.media_ids.iter().filter_map(|id| Uuid::try_parse(id).ok());
    let ids: Vec<_> = ids.collect();
    let found = store::media::find(&mut *state.pool.acquire().await?, &ids).await?;
    Ok(ListMediaResponse {
        media: found.into_iter().map(convert).collect(),
    })
}
