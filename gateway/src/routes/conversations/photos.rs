//! Photos of conversations. Their bytes pass through the gateway: a photo has no public address.

use axum::{
    body::Body,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, StatusCode, header};
use kit::{
    failure::{Code, Failure},
    grpc::with_timeout,
    validation::{FieldErrors, INVALID, REQUIRED, TOO_LONG},
    vocabulary::content::MediaKind,
};
use proto::{
    content::v1::{
        self as content, AppendPhotoRequest, CreatePhotoRequest, GetPhotoRequest, ListPhotosRequest,
    },
    inquiry::v1::{Conversation, ConversationFile},
};

use super::{
    conversation::Photo,
    view::{NOT_FOUND, view},
};
use crate::{
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{Form, Json, Part},
    openapi::ErrorResponse,
    routes::{
        desk::media::{MAX_PIECE, MediaLimit, PIECE_TIMEOUT, refused},
        visitor::{LinkedMedia, Visitor},
    },
    state::AppState,
};

/// Maximum length of the name of a file.
const MAX_NAME: usize = 200;

/// Message key of a photo that is none of the conversation.
const UNKNOWN_PHOTO: &str = "MEDIA.NOT_FOUND";

/// A form with a photo.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes the form in the contract")]
pub(crate) struct PhotoForm {
    /// Token of the link, before the file.
    token: String,
    /// JPEG, PNG or WebP, at most 10 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Uploads a photo for a message of the customer. It is converted in the background; without a message it is deleted after
/// a week.
#[utoipa::path(post, path = "/conversations/photos", tag = "conversations",
    request_body(content = PhotoForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<Photo>, description = "Photo",
        example = json!(Envelope::new(Photo::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<413>, ErrorResponse::<415>, ErrorResponse::<429>))]
pub(crate) async fn upload_photo(
    State(state): State<AppState>,
    visitor: Visitor,
    mut form: Form<MediaLimit>,
) -> ApiResult<Envelope<Photo>> {
    let mut number = None;
    while let Some(part) = form.next().await? {
        match part.name() {
            Some("token") => {
                let token = part.text().await?;
                let conversation = with_timeout(PIECE_TIMEOUT, view(&state, &visitor, token, false)).await?;
                if conversation.is_full {
                    let full = Failure::with_reason(Code::Conflict, "CONVERSATION.TOO_MANY_MESSAGES");
                    return Err(full.with_parameter("most", conversation.messages.len()).into());
                }
                number = Some(conversation.number);
            }
            Some("file") => {
                let quote_number = number.ok_or_else(|| Failure::invalid_field("token", REQUIRED))?;
                let name = Some(part.file_name()).filter(|name| !name.is_empty());
                let name = name.unwrap_or("photo").chars().take(MAX_NAME).collect();
                let media = store(&state, &visitor, quote_number, name, part).await?;
                return Ok(Envelope::new(file(media).into()));
            }
            _ => {}
        }
    }
    let mut errors = FieldErrors::default();
    errors.ensure(number.is_some(), "token", REQUIRED);
    errors.push("file", REQUIRED);
    errors.into_result()?;
    Err(ApiError::malformed())
}

/// Stores the photo of a form, in pieces.
async fn store(
    state: &AppState,
    visitor: &Visitor,
    quote_number: String,
    name: String,
    mut part: Part<MediaLimit>,
) -> ApiResult<content::Media> {
    let mut client = state.clients.media.clone();
    let request = visitor.request(CreatePhotoRequest {
        quote_number: quote_number.clone(),
        name,
    });
    let created = with_timeout(PIECE_TIMEOUT, client.create_photo(request)).await;
    let media_id = created
        .map_err(refused)?
        .into_inner()
        .media
        .unwrap_or_default()
        .id;
    let (mut piece, mut offset_bytes) = (Vec::with_capacity(MAX_PIECE), 0_i64);
    loop {
        let next = part.chunk().await?;
        let is_last = next.is_none();
        let mut bytes = next.unwrap_or_default();
        while is_last || !bytes.is_empty() {
            let free = MAX_PIECE.saturating_sub(piece.len());
            piece.extend_from_slice(&bytes.split_to(free.min(bytes.len())));
            if piece.len() < MAX_PIECE && !is_last {
                break;
            }
            let content = std::mem::take(&mut piece);
            let length = i64::try_from(content.len()).unwrap_or(i64::MAX);
            let request = visitor.request(AppendPhotoRequest {
                quote_number: quote_number.clone(),
                media_id: media_id.clone(),
                offset_bytes,
                content,
                is_last,
            });
            let appended = with_timeout(PIECE_TIMEOUT, client.append_photo(request)).await;
            let media = appended.map_err(refused)?.into_inner().media;
            offset_bytes = offset_bytes.saturating_add(length);
            if is_last {
                return Ok(media.unwrap_or_default());
            }
        }
    }
}

/// Returns a photo of a conversation as WebP. 202 with `Retry-After` while it is converted.
#[utoipa::path(post, path = "/conversations/photo", tag = "conversations",
    request_body(content = LinkedMedia, example = json!({"token": "SQ-7Q2M04XK.k3J9wQ7dYx2LmT0aVb5cZg",
        "mediaId": "01936b2e-7c00-7000-8000-000000000802"})),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>, description = "WebP"),
        (status = 202, description = "Not converted yet", headers(("Retry-After" = u32, description = "Seconds"))),
        ErrorResponse::<404>, ErrorResponse::<429>))]
pub(crate) async fn view_photo(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<LinkedMedia>,
) -> ApiResult<Response> {
    let (token, media_id) = body.into_parts()?;
    visitor.check(&state, &token, NOT_FOUND)?;
    let conversation = view(&state, &visitor, token, false).await?;
    respond(
        &state,
        |message| visitor.request(message),
        &conversation,
        media_id,
    )
    .await
}

/// Responds with a photo that stands in a conversation: 202 while it is converted.
///
/// # Errors
///
/// Fails with 404 if it stands in another one.
pub(in crate::routes) async fn respond(
    state: &AppState,
    request: impl FnOnce(GetPhotoRequest) -> tonic::Request<GetPhotoRequest>,
    conversation: &Conversation,
    media_id: String,
) -> ApiResult<Response> {
    let mut files = conversation.messages.iter().flat_map(|message| &message.files);
    if !files.any(|file| file.media_id == media_id) {
        return Err(Failure::with_reason(Code::NotFound, UNKNOWN_PHOTO).into());
    }
    let request = request(GetPhotoRequest { media_id });
    let photo = state.clients.media.clone().get_photo(request).await;
    let photo = match photo.map_err(|status| Failure::from_status(&status)) {
        Ok(photo) => photo.into_inner(),
        Err(failure) if failure.reason == "MEDIA.NOT_READY" => {
            let retry_after = [(header::RETRY_AFTER, HeaderValue::from_static("1"))];
            return Ok((StatusCode::ACCEPTED, retry_after).into_response());
        }
        Err(failure) => return Err(failure.into()),
    };
    let mut response = Body::from(photo.content).into_response();
    let bytes = HeaderValue::from_static("application/octet-stream");
    response.headers_mut().insert(header::CONTENT_TYPE, bytes);
    Ok(response)
}

/// Returns at most `MAX` photos or files, which their author has uploaded: a customer by a link of the conversation with this
/// number, or the staff member with this id. Those in `present` may be of any author.
///
/// # Errors
///
/// Fails with the field `mediaIds[…]` if one is another author's, is missing, or cannot be converted.
pub(in crate::routes) async fn check<const MAX: usize>(
    state: &AppState,
    request: impl FnOnce(ListPhotosRequest) -> tonic::Request<ListPhotosRequest>,
    kind: MediaKind,
    media_ids: Vec<String>,
    author: &str,
    present: &[ConversationFile],
) -> ApiResult<Vec<ConversationFile>> {
    if media_ids.is_empty() {
        return Ok(Vec::new());
    }
    if media_ids.len() > MAX {
        return Err(Failure::invalid_field("mediaIds", TOO_LONG).into());
    }
    let request = request(ListPhotosRequest {
        media_ids: media_ids.clone(),
        kind: kind.into(),
    });
    let found = state
        .clients
        .media
        .clone()
        .list_photos(request)
        .await?
        .into_inner()
        .media;
    let mut errors = FieldErrors::default();
    let mut files = Vec::with_capacity(media_ids.len());
    for (index, id) in media_ids.iter().enumerate() {
        let media = found
            .iter()
            .find(|media| media.id == *id && media.created_by == author);
        let kept = present.iter().find(|file| file.media_id == *id);
        let is_twice = media_ids.iter().take(index).any(|earlier| earlier == id);
        match (kept, media) {
            (Some(_), _) | (_, Some(_)) if is_twice => {
                errors.push(format!("mediaIds[{index}]"), INVALID);
            }
            (Some(kept), _) => files.push(kept.clone()),
            (None, Some(media))
                if matches!(
                    media.state(),
                    content::MediaState::Ready | content::MediaState::Processing
                ) =>
            {
                files.push(file(media.clone()));
            }
            _ => errors.push(format!("mediaIds[{index}]"), UNKNOWN_PHOTO),
        }
    }
    errors.into_result()?;
    Ok(files)
}

fn file(media: content::Media) -> ConversationFile {
    ConversationFile {
        media_id: media.id,
        name: media.name,
        media_type: media.media_type,
        size_bytes: media.size_bytes,
    }
}
