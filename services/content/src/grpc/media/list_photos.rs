//! Gateway: returns photos or files by their ids.

use kit::{
    caller::Caller,
    failure::Failure,
    vocabulary::{ProtobufWord as _, content::MediaKind},
};
use proto::content::v1::{ListMediaRequest, ListPhotosRequest, ListPhotosResponse};

use super::{State, list_media};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: ListPhotosRequest,
) -> Result<ListPhotosResponse, Failure> {
    let kind = MediaKind::known(request.kind).filter(|kind| *kind == MediaKind::File);
    let kind = kind.unwrap_or(MediaKind::Photo);
    let request = ListMediaRequest {
        media_ids: request.media_ids,
    };
    let mut media = list_media::handle(state, caller, request).await?.media;
    media.retain(|media| media.kind == i32::from(kind));
    Ok(ListPhotosResponse { media })
}
