//! `POST offers/{id}/renew-prices`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::RenewOfferPricesRequest;

use super::{
    NOT_FOUND,
    offer::{Offer, respond},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// A draft, as the caller saw it.
#[request]
#[derive(Debug)]
pub(crate) struct RenewOfferPrices {
    /// Version that the caller saw.
    version: Input<i64>,
}

impl RenewOfferPrices {
    fn into_version(self) -> Result<i64, Failure> {
        let mut errors = FieldErrors::default();
        let version = self.version.required(&mut errors, "version");
        errors.finish(version)
    }
}

/// Prices the designs of a draft by the price book in force.
#[utoipa::path(post, path = "/offers/{id}/renew-prices", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision")),
    request_body(content = RenewOfferPrices, example = json!({"version": 4})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Draft",
        example = json!(Envelope::new(Offer::designed_example()))),
        ErrorResponse::<409>))]
pub(crate) async fn renew_offer_prices(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Json(body): Json<RenewOfferPrices>,
) -> ApiResult<Envelope<Offer>> {
    let version = body.into_version()?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(RenewOfferPricesRequest {
        offer_id: offer_id.clone(),
        version,
    });
    let changed = state.clients.offers.clone().renew_offer_prices(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}
