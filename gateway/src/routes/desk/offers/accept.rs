//! `POST offers/{id}/accepted-by-phone`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::AcceptOfferByPhoneRequest;

use super::{
    NOT_FOUND, input,
    offer::{Offer, respond},
};
use crate::{
    convert::Amount,
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Acceptance on the phone.
#[request]
#[derive(Debug)]
pub(crate) struct AcceptByPhone {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Total that the caller saw, in AZN.
    total: Input<Amount>,
    /// 1 to 1,000 characters.
    text: Input<String>,
}

impl AcceptByPhone {
    /// Converts to a message without the id.
    fn into_message(self, idempotency_key: String) -> Result<AcceptOfferByPhoneRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = AcceptOfferByPhoneRequest {
            offer_id: String::new(),
            version: self.version.required(&mut errors, "version").unwrap_or_default(),
            total_minor: input::total(&mut errors, self.total).unwrap_or_default(),
            text: self.text.text(&mut errors, "text"),
            idempotency_key,
        };
        errors.finish(Some(message))
    }
}

/// Records that the customer accepted on the phone.
#[utoipa::path(post, path = "/offers/{id}/accepted-by-phone", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = AcceptByPhone, example = json!({"version": 6, "total": 5814.00, "text": "Razıdır, zəngdə dedi"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Offer",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn accept_offer_by_phone(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, Json(body)): Keyed<Json<AcceptByPhone>>,
) -> ApiResult<Envelope<Offer>> {
    let message = body.into_message(key)?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(AcceptOfferByPhoneRequest {
        offer_id: offer_id.clone(),
        ..message
    });
    let changed = state.clients.offers.clone().accept_offer_by_phone(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}
