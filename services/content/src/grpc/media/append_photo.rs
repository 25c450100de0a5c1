//! Gateway: appends bytes to the photo of a customer.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{AppendPhotoRequest, AppendPhotoResponse};

use super::{
    State,
    append_media::{Piece, append},
    convert, find_photo,
};
use crate::error::ContentError;

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: AppendPhotoRequest,
) -> Result<AppendPhotoResponse, Failure> {
    let photo = find_photo(&mut *state.pool.acquire().await?, &request.media_id).await?;
    if photo.created_by != request.quote_number {
        return Err(ContentError::MediaNotFound.into());
    }
    let piece = Piece {
        offset: request.offset_bytes,
        content: request.content.into(),
        is_last: request.is_last,
    };
    let media = append(state, None, photo, piece).await?;
    Ok(AppendPhotoResponse {
        media: Some(convert(media)),
    })
}
