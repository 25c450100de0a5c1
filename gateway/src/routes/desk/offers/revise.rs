//! `POST offers/{id}/revise`.

use axum::extract::State;
use proto::inquiry::v1::ReviseOfferRequest;

use super::{
    NOT_FOUND,
    offer::{Offer, respond},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Keyed, NoFields, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Creates a draft of the next revision.
#[utoipa::path(post, path = "/offers/{id}/revise", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Draft",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn revise_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, _): Keyed<NoFields>,
) -> ApiResult<Envelope<Offer>> {
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(ReviseOfferRequest {
        offer_id: offer_id.clone(),
        idempotency_key: key,
    });
    let changed = state.clients.offers.clone().revise_offer(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}
