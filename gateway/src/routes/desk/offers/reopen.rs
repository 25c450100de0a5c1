//! `POST offers/{id}/reopen`.

use axum::extract::State;
use proto::inquiry::v1::ReopenOfferRequest;

use super::{
    NOT_FOUND,
    input::VersionAndText,
    offer::{Offer, respond},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Json, Keyed, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Reopens an accepted or declined offer that has no live order.
#[utoipa::path(post, path = "/offers/{id}/reopen", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = VersionAndText, description = "Text of 1 to 500 characters",
        example = json!({"version": 7, "text": "Müştəri fikrini dəyişdi"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Offer",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn reopen_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, Json(body)): Keyed<Json<VersionAndText>>,
) -> ApiResult<Envelope<Offer>> {
    let (version, text) = body.into_parts()?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(ReopenOfferRequest {
        offer_id: offer_id.clone(),
        version,
        text,
        idempotency_key: key,
    });
    let changed = state.clients.offers.clone().reopen_offer(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}
