//! The rpc handlers of pictures and files.

mod append_media;
mod append_photo;
mod create_media;
mod create_photo;
mod delete_media;
mod fetch_media;
mod get_file;
mod get_media;
mod get_media_content;
mod get_photo;
mod get_picture;
mod list_media;
mod list_photos;
#[cfg(test)]
mod tests;

use kit::{
    caller::Actor,
    convert::timestamp,
    failure::Failure,
    staff::Permission,
    vocabulary::content::{MediaKind, MediaState},
};
use pictures::height_of;
use proto::content::v1 as wire;
use sqlx::PgConnection;
use uuid::Uuid;

use super::State;
use crate::{error::ContentError, media::Media, store};

kit::rpcs! {
    impl proto::content::v1::media_service_server::MediaService for State {
        staff(MediaPicture, MediaFile) create_media(CreateMediaRequest) -> CreateMediaResponse;
        staff(MediaPicture, MediaFile) append_media(AppendMediaRequest) -> AppendMediaResponse;
        staff(MediaPicture) | service("catalog") fetch_media(FetchMediaRequest) -> FetchMediaResponse;
        staff(MediaPicture, MediaFile) get_media(GetMediaRequest) -> GetMediaResponse;
        staff(MediaPicture) | service("catalog") list_media(ListMediaRequest) -> ListMediaResponse;
        staff(MediaFile) get_media_content(GetMediaContentRequest) -> GetMediaContentResponse;
        staff(MediaPicture) delete_media(DeleteMediaRequest) -> DeleteMediaResponse;
        gateway create_photo(CreatePhotoRequest) -> CreatePhotoResponse;
        gateway append_photo(AppendPhotoRequest) -> AppendPhotoResponse;
        gateway list_photos(ListPhotosRequest) -> ListPhotosResponse;
        gateway get_photo(GetPhotoRequest) -> GetPhotoResponse;
        gateway get_file(GetFileRequest) -> GetFileResponse;
        anyone get_picture(GetPictureRequest) -> GetPictureResponse;
    }
}

/// Returns the permission to upload and see a kind.
const fn permission(kind: MediaKind) -> Permission {
    match kind {
        MediaKind::Picture => Permission::MediaPicture,
        MediaKind::File | MediaKind::Photo => Permission::MediaFile,
    }
}

fn parse_id(id: &str) -> Result<Uuid, ContentError> {
    Uuid::try_parse(id).map_err(|_| ContentError::MediaNotFound)
}

/// Returns a photo.
async fn find_photo(connection: &mut PgConnection, id: &str) -> Result<Media, Failure> {
    let found = store::media::find(connection, &[parse_id(id)?]).await?.pop();
    let photo = found.filter(|media| media.kind == MediaKind::Photo);
    Ok(photo.ok_or(ContentError::MediaNotFound)?)
}

/// Returns a picture or file whose kind the actor may upload. A file is shown to its uploader and to who may see all.
async fn find(connection: &mut PgConnection, actor: &Actor, id: Uuid) -> Result<Media, Failure> {
    let found = store::media::find(connection, &[id]).await?.pop();
    let media = found.ok_or(ContentError::MediaNotFound)?;
    actor.require_permission(permission(media.kind))?;
    let is_shown = media.kind == MediaKind::Picture
        || media.created_by == actor.to_string()
        || actor.require_permission(Permission::ActivityRead).is_ok();
    if is_shown {
        Ok(media)
    } else {
        Err(ContentError::MediaNotFound.into())
    }
}

/// Converts a picture or file. A photo has no public address, of which hash and sizes are the parts.
fn convert(mut media: Media) -> wire::Media {
    if media.kind == MediaKind::Photo {
        media.hash = None;
        media.widths.clear();
    }
    let side = |side: Option<i32>| u32::try_from(side.unwrap_or_default()).unwrap_or_default();
    let (width, height) = (side(media.width), side(media.height));
    let sizes = media.widths.iter().map(|size| {
        let size = side(Some(*size));
        wire::PictureSize {
            width: size,
            height: height_of(size, (width, height)),
        }
    });
    wire::Media {
        sizes: sizes.collect(),
        id: media.id.to_string(),
        kind: media.kind.into(),
        state: media.state.into(),
        name: media.name,
        media_type: media.media_type.unwrap_or_default(),
        size_bytes: media.size.unwrap_or_default(),
        received_bytes: media.received,
        hash: media.hash.unwrap_or_default(),
        width,
        height,
        placeholder: media.placeholder.unwrap_or_default(),
        failure: media.failure.unwrap_or_default(),
        created_at: Some(timestamp(media.created_at)),
        created_by: media.created_by,
    }
}

/// Whether bytes of an upload are missing.
fn is_uploading(media: &Media) -> bool {
    media.state == MediaState::Uploading
}
