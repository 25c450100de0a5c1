//! Files of the offer of a link.

use axum::{extract::State, response::Response};
use kit::failure::{Code, Failure};
use proto::{content::v1::GetFileRequest, inquiry::v1::ViewOfferRequest};

use super::calls::NOT_FOUND;
use crate::{
    error::ApiResult,
    extract::Json,
    openapi::ErrorResponse,
    routes::{
        desk::media::attachment,
        visitor::{LinkedMedia, Visitor},
    },
    state::AppState,
};

/// Returns the content of a file of an offer. 404 for a file of another one, or of another revision.
#[utoipa::path(post, path = "/offers/file", tag = "offers",
    request_body(content = LinkedMedia, example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg",
        "mediaId": "01936b2e-7c00-7000-8000-000000000802"})),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>, description = "Content"),
        ErrorResponse::<404>, ErrorResponse::<429>))]
pub(crate) async fn view_offer_file(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<LinkedMedia>,
) -> ApiResult<Response> {
    let (token, media_id) = body.into_parts()?;
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
