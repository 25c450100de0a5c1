//! Pictures and files by their id.

use axum::{
    body::Body,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, header};
use kit::{
    failure::{Code, Failure},
    validation::FieldErrors,
    vocabulary::content::MediaKind as Kind,
};
use proto::{
    content::v1::{
        self as content, CreateMediaRequest, DeleteMediaRequest, FetchMediaRequest, GetFileRequest,
        GetMediaContentRequest, GetMediaRequest,
    },
    inquiry::v1::GetStaffInquiryRequest,
    order::v1::GetDeskOrderRequest,
};

use super::{
    NOT_FOUND,
    record::{Media, convert, refused},
};
use crate::{
    desk::Member,
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Input, Json, Keyed, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
    words::MediaKind,
};

/// Returns a picture or file, with the records that show it.
#[utoipa::path(get, path = "/media/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the picture or file")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Media>, description = "Picture or file",
        example = json!(Envelope::new(Media::example())))))]
pub(crate) async fn get_media(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Envelope<Media>> {
    let request = member.request(GetMediaRequest {
        media_id: id.get(NOT_FOUND)?.to_string(),
    });
    let found = state.clients.media.clone().get_media(request).await?.into_inner();
    let media = convert(&state, &member, found.media, found.uses).await?;
    Ok(Envelope::new(media))
}

/// A picture or file whose bytes follow.
#[request]
#[derive(Debug)]
pub(crate) struct CreateMedia {
    /// `picture`, `file` or `photo`.
    #[schema(value_type = MediaKind)]
    kind: Input<Kind>,
    /// Name of the file, 1 to 200 characters.
    name: Input<String>,
    /// Bytes: at most 20 MB of a picture, 10 MB of a file or photo.
    size: Input<i64>,
}

/// Starts an upload that can be resumed: its bytes follow by `PATCH`.
#[utoipa::path(post, path = "/media/uploads", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = CreateMedia, example = json!({"kind": "picture", "name": "kitchen.jpg", "size": 812_345})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Media>, description = "Picture or file, in the state `uploading`",
        example = json!(Envelope::new(Media::example()))),
        ErrorResponse::<413>, ErrorResponse::<422>))]
pub(crate) async fn create_media(
    State(state): State<AppState>,
    member: Member,
    Keyed(idempotency_key, Json(body)): Keyed<Json<CreateMedia>>,
) -> ApiResult<Envelope<Media>> {
    let mut errors = FieldErrors::default();
    let kind = body.kind.required(&mut errors, "kind");
    let name = body.name.required(&mut errors, "name");
    let size = body.size.required(&mut errors, "size");
    if size.is_some_and(|size| size < 1) {
        errors.push("size", kit::validation::OUT_OF_RANGE);
    }
    let (kind, (name, size_bytes)) = errors.finish(kind.zip(name.zip(size)))?;
    let request = member.request(CreateMediaRequest {
        idempotency_key,
        kind: kind.into(),
        name,
        size_bytes,
    });
    let mut client = state.clients.media.clone();
    let created = client.create_media(request).await.map_err(refused)?.into_inner();
    let media = convert(&state, &member, created.media, Vec::new()).await?;
    Ok(Envelope::new(media))
}

/// Address of a picture.
#[request]
#[derive(Debug)]
pub(crate) struct FetchMedia {
    /// `http` or `https`, at most 2,000 characters, on a public host.
    url: Input<String>,
}

/// Fetches a picture from a public address in the background: it is `processing` until then, and `failed` with a reason if there
/// is no picture. An address that was fetched within 24 hours is the same picture again.
#[utoipa::path(post, path = "/media/fetch", tag = "desk",
    request_body(content = FetchMedia, example = json!({"url": "https://cdn.example/oak.jpg"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Media>, description = "Picture",
        example = json!(Envelope::new(Media::example())))))]
pub(crate) async fn fetch_media(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<FetchMedia>,
) -> ApiResult<Envelope<Media>> {
    let mut errors = FieldErrors::default();
    let url = body.url.required(&mut errors, "url");
    let request = member.request(FetchMediaRequest {
        url: errors.finish(url)?,
    });
    let fetched = state
        .clients
        .media
        .clone()
        .fetch_media(request)
        .await?
        .into_inner();
    let media = convert(&state, &member, fetched.media, Vec::new()).await?;
    Ok(Envelope::new(media))
}

/// Deletes a picture or file that nothing shows.
#[utoipa::path(delete, path = "/media/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the picture or file")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Deleted", example = Acknowledgement::success),
        ErrorResponse::<409>))]
pub(crate) async fn delete_media(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Acknowledgement> {
    let request = member.request(DeleteMediaRequest {
        media_id: id.get(NOT_FOUND)?.to_string(),
    });
    state.clients.media.clone().delete_media(request).await?;
    Ok(Acknowledgement::success())
}

/// Returns the content of a file as it was uploaded: to its uploader, to who may see all, and to who may read a quote or an order
/// that has it.
#[utoipa::path(get, path = "/media/{id}/content", tag = "desk",
    params(("id" = String, Path, description = "Id of the file")), security(("desk" = [])),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>, description = "Content")))]
pub(crate) async fn get_media_content(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Response> {
    let media_id = id.get(NOT_FOUND)?.to_string();
    let mut client = state.clients.media.clone();
    let request = member.request(GetMediaContentRequest {
        media_id: media_id.clone(),
    });
    let (media, content) = match client.get_media_content(request).await {
        Ok(own) => {
            let own = own.into_inner();
            (own.media, own.content)
        }
        Err(status) if status.code() == tonic::Code::NotFound => {
            let request = member.request(GetFileRequest { media_id });
            let file = client.get_file(request).await?.into_inner();
            check_reader(&state, &member, file.quote_numbers, file.order_numbers).await?;
            (file.media, file.content)
        }
        Err(status) => return Err(status.into()),
    };
    Ok(attachment(media, content))
}

/// Returns the response with a file, which browsers save.
pub(in crate::routes) fn attachment(media: Option<content::Media>, content: impl Into<Body>) -> Response {
    let media_type = media.map(|media| media.media_type).unwrap_or_default();
    let mut response = content.into().into_response();
    let headers = response.headers_mut();
    let unknown = HeaderValue::from_static("application/octet-stream");
    headers.insert(header::CONTENT_TYPE, media_type.parse().unwrap_or(unknown));
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_static("attachment"),
    );
    response
}

/// Checks that the member may read one of the quotes and orders with these numbers.
///
/// # Errors
///
/// Fails with 404 otherwise.
async fn check_reader(
    state: &AppState,
    member: &Member,
    quotes: Vec<String>,
    orders: Vec<String>,
) -> ApiResult<()> {
    for number in quotes {
        let request = member.request(GetStaffInquiryRequest { number });
        match state.clients.inbox.clone().get_staff_inquiry(request).await {
            Ok(_) => return Ok(()),
            Err(status) if is_hidden(&status) => {}
            Err(status) => return Err(status.into()),
        }
    }
    for order_number in orders {
        let request = member.request(GetDeskOrderRequest { order_number });
        match state.clients.desk_order.clone().get_desk_order(request).await {
            Ok(_) => return Ok(()),
            Err(status) if is_hidden(&status) => {}
            Err(status) => return Err(status.into()),
        }
    }
    Err(Failure::with_reason(Code::NotFound, NOT_FOUND).into())
}

/// Whether a record is missing, or the caller may not read it.
fn is_hidden(status: &tonic::Status) -> bool {
    matches!(
        status.code(),
        tonic::Code::NotFound | tonic::Code::PermissionDenied
    )
}
