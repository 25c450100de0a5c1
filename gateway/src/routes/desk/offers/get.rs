//! `GET offers/{id}`.

use axum::extract::State;
use proto::inquiry::v1::GetOfferRequest;

use super::{
    NOT_FOUND,
    offer::{Offer, convert},
};
use crate::{
    desk::{Member, PathOf, RecordId},
    envelope::Envelope,
    error::ApiResult,
    state::AppState,
};

/// Returns a revision of an offer.
#[utoipa::path(get, path = "/offers/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Offer",
        example = json!(Envelope::new(Offer::example())))))]
pub(crate) async fn get_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Envelope<Offer>> {
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(GetOfferRequest { offer_id });
    let response = state.clients.offers.clone().get_offer(request).await?;
    let offer = convert(&state, &member, response.into_inner().offer).await?;
    Ok(Envelope::new(offer))
}
