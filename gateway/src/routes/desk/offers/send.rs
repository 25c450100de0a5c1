//! `POST offers/{id}/send`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::SendOfferRequest;

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

/// Offer to send, as the caller saw it.
#[request]
#[derive(Debug)]
pub(crate) struct SendOffer {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Whether the customer gets a mail.
    mail: Input<bool>,
    /// Total that the caller saw, in AZN.
    total: Input<Amount>,
}

impl SendOffer {
    /// Converts to a message without the id.
    fn into_message(self, idempotency_key: String) -> Result<SendOfferRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = SendOfferRequest {
            offer_id: String::new(),
            version: self.version.required(&mut errors, "version").unwrap_or_default(),
            is_mailed: self.mail.required(&mut errors, "mail").unwrap_or_default(),
            total_minor: input::total(&mut errors, self.total).unwrap_or_default(),
            idempotency_key,
        };
        errors.finish(Some(message))
    }
}

/// Sends a draft to the customer and freezes it.
#[utoipa::path(post, path = "/offers/{id}/send", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = SendOffer, example = json!({"version": 5, "mail": true, "total": 5814.00})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Offer",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn send_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, Json(body)): Keyed<Json<SendOffer>>,
) -> ApiResult<Envelope<Offer>> {
    let message = body.into_message(key)?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(SendOfferRequest {
        offer_id: offer_id.clone(),
        ..message
    });
    let changed = state.clients.offers.clone().send_offer(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}
