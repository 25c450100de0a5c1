//! Returns the content of a file.

use kit::{
    caller::StaffCaller,
    failure::Failure,
    vocabulary::content::{MediaKind, MediaState},
};
use proto::content::v1::{GetMediaContentRequest, GetMediaContentResponse};

use super::{State, convert, find, parse_id};
use crate::{
    error::ContentError,
    media::{
        Media,
        files::{self, unavailable},
    },
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: GetMediaContentRequest,
) -> Result<GetMediaContentResponse, Failure> {
    let id = parse_id(&request.media_id)?;
    let media = find(&mut *state.pool.acquire().await?, &actor, id).await;
    read(state, media.map_err(|_| ContentError::MediaNotFound)?).await
}

/// Returns the content of a file.
///
/// # Errors
///
/// Fails with [`ContentError::MediaNotFound`] if it is a picture or a photo, or is not complete.
pub(super) async fn read(state: &State, media: Media) -> Result<GetMediaContentResponse, Failure> {
    if media.kind != MediaKind::File || media.state != MediaState::Ready {
        return Err(ContentError::MediaNotFound.into());
    }
    let path = files::original(media.hash.as_deref().unwrap_or_default());
    let content = state.files.get(&path).await.map_err(unavailable)?;
    let content = content.ok_or(ContentError::MediaNotFound)?;
    Ok(GetMediaContentResponse {
        media: Some(convert(media)),
        content: content.into(),
    })
}
