//! `GET offers/{id}`.

use axum::extract::State;

use super::{
    NOT_FOUND,
    offer::{Offer, fetch},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{PathOf, RecordId},
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
    Ok(Envelope::new(fetch(&state, &member, offer_id).await?))
}
