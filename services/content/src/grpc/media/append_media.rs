//! Appends bytes to an upload.

use bytes::Bytes;
use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
};
use proto::content::v1::{AppendMediaRequest, AppendMediaResponse};
use serde_json::json;

use super::{State, convert, find, is_uploading, parse_id};
use crate::{
    error::ContentError,
    media::{
        Media,
        files::{self, unavailable},
        hash_of, header, max_size,
    },
    store,
};

/// Maximum number of bytes of a request.
const MAX_PIECE: usize = 512 * 1024;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: AppendMediaRequest,
) -> Result<AppendMediaResponse, Failure> {
    let id = parse_id(&request.media_id)?;
    let media = find(&mut *state.pool.acquire().await?, &actor, id).await?;
    if media.created_by != actor.to_string() {
        return Err(ContentError::MediaNotFound.into());
    }
    let piece = Piece {
        offset: request.offset_bytes,
        content: request.content.into(),
        is_last: request.is_last,
    };
    append(state, Some(&actor), media, piece).await.map(response)
}

/// Bytes of an upload.
pub(super) struct Piece {
    /// Bytes before these.
    pub(super) offset: i64,
    pub(super) content: Bytes,
    /// Whether these are the last bytes; implied if the size is known.
    pub(super) is_last: bool,
}

/// Appends bytes to the upload of an actor, or of a customer, and returns what it is then.
///
/// # Errors
///
/// Fails as the rpc.
pub(super) async fn append(
    state: &State,
    actor: Option<&Actor>,
    media: Media,
    piece: Piece,
) -> Result<Media, Failure> {
    let Piece {
        offset,
        content,
        is_last,
    } = piece;
    if content.len() > MAX_PIECE {
        return Err(Failure::invalid_field("content", kit::validation::TOO_LONG));
    }
    let length = i64::try_from(content.len()).unwrap_or(i64::MAX);
    let end = offset.saturating_add(length);
    if !is_uploading(&media) && end <= media.received {
        // A repeated request.
        return Ok(media);
    }
    if !is_uploading(&media) || ![0, media.received].contains(&offset) {
        return Err(ContentError::UploadOffset.into());
    }
    if end > media.size.unwrap_or_else(|| max_size(media.kind)) {
        return refuse(state, &media, "MEDIA.TOO_LARGE").await;
    }
    if offset == 0
        && let Err(key) = header::check_type(media.kind, &content)
    {
        return refuse(state, &media, key).await;
    }
    if !content.is_empty() {
        let offset = usize::try_from(offset).unwrap_or_default();
        let stored = state.files.put(&files::piece(media.id, offset), content).await;
        stored.map_err(unavailable)?;
    }
    if media.size.map_or(is_last, |size| size == end) {
        complete(state, actor, &media, end).await?;
    } else {
        store::media::set_received(&mut *state.pool.acquire().await?, media.id, end).await?;
    }
    let found = store::media::find(&mut *state.pool.acquire().await?, &[media.id]).await?;
    Ok(found.into_iter().next().ok_or(ContentError::MediaNotFound)?)
}

fn response(media: Media) -> AppendMediaResponse {
    AppendMediaResponse {
        media: Some(convert(media)),
    }
}

/// Drops what has come of an upload, so that it can be sent again, and fails.
async fn refuse<T>(state: &State, media: &Media, key: &'static str) -> Result<T, Failure> {
    store::media::set_received(&mut *state.pool.acquire().await?, media.id, 0).await?;
    state.files.delete_pieces(media.id).await.map_err(unavailable)?;
    Err(ContentError::UploadRefused(key).into())
}

/// Stores the original of an upload, then that it is complete.
async fn complete(state: &State, actor: Option<&Actor>, media: &Media, size: i64) -> Result<(), Failure> {
    let permit = state.assemblies.acquire().await;
    let whole = state.files.assemble(media.id, size).await.map_err(unavailable)?;
    // Another request has started the upload again.
    let whole = whole.ok_or(ContentError::UploadOffset)?;
    let found = match header::check(media.kind, &whole) {
        Ok(found) => found,
        Err(key) => return refuse(state, media, key).await,
    };
    let hash = hash_of(&whole);
    let stored = state.files.put(&files::original(&hash), whole).await;
    stored.map_err(unavailable)?;
    drop(permit);
    change::run(&state.pool, async |connection| {
        let locked = store::media::lock(connection, media.id).await?;
        if !locked.as_ref().is_some_and(is_uploading) {
            return Err(Failure::from(ContentError::UploadOffset));
        }
        store::media::complete(connection, media.id, size, &hash, found.media_type()).await?;
        let detail = json!({ "kind": media.kind.name(), "type": found.media_type(), "size": size });
        // The upload of a customer is not audited.
        let effect = actor.map_or_else(Effect::none, |actor| {
            Effect::audited(actor, "UploadMedia", media.id.to_string(), detail)
        });
        Ok(effect.with(()))
    })
    .await?;
    if let Err(error) = state.files.delete_pieces(media.id).await {
        tracing::warn!(%error, id = %media.id, "pieces of an upload stay until they are collected");
    }
    Ok(())
}
