//! `POST offers/{id}/withdraw`.

use axum::extract::State;
use proto::inquiry::v1::WithdrawOfferRequest;

use super::{
    NOT_FOUND,
    input::VersionAndText,
    offer::{Offer, respond},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Json, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Withdraws an open offer.
#[utoipa::path(post, path = "/offers/{id}/withdraw", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision")),
    request_body(content = VersionAndText, description = "Text of at most 500 characters",
        example = json!({"version": 6, "text": ""})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Offer",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn withdraw_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Json(body): Json<VersionAndText>,
) -> ApiResult<Envelope<Offer>> {
    let (version, text) = body.into_parts()?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(WithdrawOfferRequest {
        offer_id: offer_id.clone(),
        version,
        text,
    });
    let changed = state.clients.offers.clone().withdraw_offer(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}
