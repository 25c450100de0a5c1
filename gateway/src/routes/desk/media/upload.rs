//! Bytes of pictures and files. They pass through the gateway in pieces of at most [`MAX_PIECE`] bytes.

use std::time::Duration;

use axum::{
    body::Bytes,
    extract::{Request, State},
};
use futures::{Stream, TryStreamExt as _};
use http::{HeaderMap, StatusCode, header};
use kit::{
    failure::Failure,
    grpc::with_timeout,
    validation::{FieldErrors, INVALID, REQUIRED},
    vocabulary::content::MediaKind as Kind,
};
use proto::content::v1::{self as wire, AppendMediaRequest, CreateMediaRequest};

use super::{
    NOT_FOUND,
    record::{Media, convert, refused},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{FileLimit, Form, Keyed, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Maximum number of bytes in one call to the service.
pub(in crate::routes) const MAX_PIECE: usize = 512 * 1024;

/// Maximum time in which a client sends a piece, and in which the service stores one.
pub(in crate::routes) const PIECE_TIMEOUT: Duration = Duration::from_secs(30);

/// Limit of a picture or file. The service has another one for each kind.
pub(crate) struct MediaLimit;

impl FileLimit for MediaLimit {
    const MAX: u64 = 21 * 1024 * 1024;
    const TOO_LARGE: &'static str = "MEDIA.TOO_LARGE";
}

/// A form with a picture or file.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes the form in the contract")]
pub(crate) struct UploadForm {
    /// `picture` or `file`, before the file.
    kind: String,
    /// A picture: JPEG, PNG or WebP of at most 20 MB and 50 megapixels. A file: those, HEIC and PDF, at most 10 MB.
    /// A photo of a conversation: JPEG, PNG or WebP, at most 10 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Uploads a picture or file. A picture is converted in the background.
#[utoipa::path(post, path = "/media", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Media>, description = "Picture or file",
        example = json!(Envelope::new(Media::example()))),
        ErrorResponse::<413>, ErrorResponse::<415>, ErrorResponse::<422>))]
pub(crate) async fn upload_media(
    State(state): State<AppState>,
    member: Member,
    Keyed(idempotency_key, mut form): Keyed<Form<MediaLimit>>,
) -> ApiResult<Envelope<Media>> {
    let mut kind = None;
    while let Some(part) = form.next().await? {
        match part.name() {
            Some("kind") => {
                let text = part.text().await?;
                let parsed: Result<Kind, _> = text.parse();
                kind = Some(parsed.map_err(|_| Failure::invalid_field("kind", INVALID))?);
            }
            Some("file") => {
                let kind = kind.ok_or_else(|| Failure::invalid_field("kind", REQUIRED))?;
                let name = part.file_name().to_owned();
                let request = member.request(CreateMediaRequest {
                    idempotency_key,
                    kind: kind.into(),
                    name,
                    size_bytes: 0,
                });
                let mut client = state.clients.media.clone();
                let created = with_timeout(PIECE_TIMEOUT, client.create_media(request)).await;
                let created = created.map_err(refused)?.into_inner().media.unwrap_or_default();
                if created.state() != wire::MediaState::Uploading {
                    // An earlier call with the key has uploaded it.
                    let media = convert(&state, &member, Some(created), Vec::new()).await?;
                    return Ok(Envelope::new(media));
                }
                let upload = Upload {
                    state: &state,
                    member: &member,
                    id: created.id,
                    offset: 0,
                    ends_with_body: true,
                };
                return append_all(upload, part.into_stream()).await;
            }
            _ => {}
        }
    }
    let mut errors = FieldErrors::default();
    errors.ensure(kind.is_some(), "kind", REQUIRED);
    errors.push("file", REQUIRED);
    errors.into_result()?;
    Err(ApiError::malformed())
}

/// Appends bytes to an upload, which begin at `Upload-Offset`. After a lost connection `received` says where to go on.
#[utoipa::path(patch, path = "/media/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the picture or file"),
        ("Upload-Offset" = i64, Header, description = "Bytes before these: `received`, or 0 to start again")),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Media>, description = "Picture or file",
        example = json!(Envelope::new(Media::example()))),
        ErrorResponse::<409>, ErrorResponse::<413>, ErrorResponse::<415>))]
pub(crate) async fn append_media(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    request: Request,
) -> ApiResult<Envelope<Media>> {
    if media_type(request.headers()) != "application/octet-stream" {
        return Err(ApiError::from_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    let offset = request.headers().get("upload-offset");
    let offset = offset.ok_or_else(|| Failure::invalid_field("uploadOffset", REQUIRED))?;
    let offset = offset.to_str().ok().and_then(|text| text.parse::<u32>().ok());
    let offset = offset.ok_or_else(|| Failure::invalid_field("uploadOffset", INVALID))?;
    let upload = Upload {
        id: id.get(NOT_FOUND)?.to_string(),
        state: &state,
        member: &member,
        offset: offset.into(),
        ends_with_body: false,
    };
    let body = request.into_body().into_data_stream();
    append_all(upload, body.map_err(|_| ApiError::malformed())).await
}

fn media_type(headers: &HeaderMap) -> &str {
    let text = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let text = text.and_then(|text| text.split(';').next());
    text.unwrap_or_default().trim()
}

/// An upload of which bytes come.
struct Upload<'a> {
    state: &'a AppState,
    member: &'a Member,
    id: String,
    /// Bytes before the next ones.
    offset: i64,
    /// Whether the upload ends with the body; otherwise its size is known.
    ends_with_body: bool,
}

/// Appends all bytes of a body.
async fn append_all(
    mut upload: Upload<'_>,
    body: impl Stream<Item = ApiResult<Bytes>>,
) -> ApiResult<Envelope<Media>> {
    let mut body = std::pin::pin!(body);
    let mut piece = Vec::with_capacity(MAX_PIECE);
    loop {
        let next = tokio::time::timeout(PIECE_TIMEOUT, body.try_next()).await;
        let Some(mut bytes) = next.map_err(|_| ApiError::malformed())?? else {
            break;
        };
        while !bytes.is_empty() {
            let free = MAX_PIECE.saturating_sub(piece.len());
            piece.extend_from_slice(&bytes.split_to(free.min(bytes.len())));
            if piece.len() == MAX_PIECE {
                append(&mut upload, std::mem::take(&mut piece), false).await?;
            }
        }
    }
    let is_last = upload.ends_with_body;
    let media = append(&mut upload, piece, is_last).await?;
    let media = convert(upload.state, upload.member, media, Vec::new()).await?;
    Ok(Envelope::new(media))
}

/// Appends a piece.
async fn append(upload: &mut Upload<'_>, content: Vec<u8>, is_last: bool) -> ApiResult<Option<wire::Media>> {
    let length = i64::try_from(content.len()).unwrap_or(i64::MAX);
    let request = upload.member.request(AppendMediaRequest {
        media_id: upload.id.clone(),
        offset_bytes: upload.offset,
        content,
        is_last,
    });
    let mut client = upload.state.clients.media.clone();
    let appended = with_timeout(PIECE_TIMEOUT, client.append_media(request)).await;
    let appended = appended.map_err(refused)?;
    upload.offset = upload.offset.saturating_add(length);
    Ok(appended.into_inner().media)
}
