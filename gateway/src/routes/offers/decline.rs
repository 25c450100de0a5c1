//! `POST offers/decline`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::DeclineOfferRequest;

use super::call::{call, revision};
use super::offer::PublicOffer;
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Optional},
    openapi::ErrorResponse,
    routes::visitor::Visitor,
    state::AppState,
    words,
};

/// Refusal of an offer.
#[request]
#[derive(Debug)]
pub(crate) struct DeclineOffer {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
    /// Revision that the customer saw.
    #[schema(value_type = u32, required, minimum = 1)]
    revision: Input<i64>,
    /// `price`, `time`, `competitor` or `other`.
    #[schema(value_type = words::InquiryReason, required)]
    reason: Input<String>,
    /// At most 1,000 characters.
    text: Optional<String>,
}

impl DeclineOffer {
    /// Converts to a message; the service validates reason and text.
    fn into_message(self) -> Result<DeclineOfferRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = DeclineOfferRequest {
            token: self.token.required(&mut errors, "token").unwrap_or_default(),
            revision: revision(&mut errors, self.revision),
            reason: self.reason.required(&mut errors, "reason").unwrap_or_default(),
            text: self.text.text(&mut errors, "text"),
        };
        errors.finish(Some(message))
    }
}

/// Declines an offer. A repeated call has no second effect.
#[utoipa::path(post, path = "/offers/decline", tag = "offers",
    request_body(content = DeclineOffer, example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg",
        "revision": 1, "reason": "price", "text": ""})),
    responses((status = 200, body = Envelope<PublicOffer>, description = "Declined offer",
        example = json!(Envelope::new(PublicOffer::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn decline_offer(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<DeclineOffer>,
) -> ApiResult<Envelope<PublicOffer>> {
    let message = body.into_message()?;
    let token = message.token.clone();
    call(&state, &visitor, &token, async |mut offers| {
        let response = offers.decline_offer(visitor.request(message)).await?;
        Ok(response.into_inner().offer)
    })
    .await
}
