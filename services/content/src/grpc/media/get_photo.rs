//! Gateway: returns a converted photo.

use kit::{
    caller::Caller,
    failure::{Code, Failure},
    vocabulary::content::MediaState,
};
use proto::content::v1::{GetPhotoRequest, GetPhotoResponse};

use super::{State, find_photo};
use crate::{
    error::ContentError,
    media::files::{self, unavailable},
};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: GetPhotoRequest,
) -> Result<GetPhotoResponse, Failure> {
    let photo = find_photo(&mut *state.pool.acquire().await?, &request.media_id).await?;
    let width = match (photo.state, photo.widths.last()) {
        (MediaState::Ready, Some(width)) => u32::try_from(*width).unwrap_or_default(),
        (MediaState::Uploading | MediaState::Failed, _) => return Err(ContentError::MediaNotFound.into()),
        _ => return Err(Failure::with_reason(Code::Conflict, "MEDIA.NOT_READY")),
    };
    let path = files::photo(photo.hash.as_deref().unwrap_or_default(), width, "webp");
    let content = state.files.get(&path).await.map_err(unavailable)?;
    Ok(GetPhotoResponse {
        content: content.ok_or(ContentError::MediaNotFound)?.into(),
    })
}
