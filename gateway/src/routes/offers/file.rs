//! Files of the offer of a link.

use axum::{extract::State, response::Response};
use kit::{
    failure::{Code, Failure},
    validation::FieldErrors,
};
use proto::{content::v1::GetFileRequest, inquiry::v1::ViewOfferRequest};

use super::calls::NOT_FOUND;
use crate::{
    error::ApiResult,
    extract::{Input, Json},
    openapi::ErrorResponse,
    routes::{desk::media::attachment, visitor::Visitor},
    state::AppState,
};

/// File of an offer.
#[request]
#[derive(Debug)]
pub(crate) struct ViewOfferFile {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
    /// Id of a file of the offer.
    #[schema(required)]
    media_id: Input<String>,
}

/// Returns the content of a file of an offer. 404 for a file of another one, or of another revision.
#[utoipa::path(post, path = "/offers/file", tag = "offers",
    request_body(content = ViewOfferFile, example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg",
        "mediaId": "01936b2e-7c00-7000-8000-000000000802"})),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>, description = "Content"),
        ErrorResponse::<404>, ErrorResponse::<429>))]
pub(crate) async fn view_offer_file(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<ViewOfferFile>,
) -> ApiResult<Response> {
    let mut errors = FieldErrors::default();
    let token = body.token.required(&mut errors, "token");
    let media_id = body.media_id.required(&mut errors, "mediaId");
    let (token, media_id) = errors.finish((token, media_id))?;
    visitor.check(&state, &token, NOT_FOUND)?;
    let request = visitor.request(ViewOfferRequest { token });
    let viewed = state.clients.offers.clone().view_offer(request).await;
    let viewed = viewed.map_err(|status| visitor.refused(&state, status.into()))?;
    let offer = viewed.into_inner().offer.and_then(|public| public.offer);
    let files = offer.unwrap_or_default().files;
    if !files.iter().any(|file| file.media_id == media_id) {
        return Err(Failure::with_reason(Code::NotFound, "MEDIA.NOT_FOUND").into());
    }
    let request = visitor.request(GetFileRequest { media_id });
    let file = state.clients.media.clone().get_file(request).await?.into_inner();
    Ok(attachment(file.media, file.content))
}
