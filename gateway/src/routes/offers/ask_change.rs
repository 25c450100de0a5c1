//! `POST offers/ask-change`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::AskForChangeRequest;

use super::call::{call, revision};
use super::offer::PublicOffer;
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json},
    openapi::ErrorResponse,
    routes::visitor::Visitor,
    state::AppState,
};

/// Request for a change of an offer.
#[request]
#[derive(Debug)]
pub(crate) struct AskForChange {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
    /// Revision that the customer saw.
    #[schema(value_type = u32, required, minimum = 1)]
    revision: Input<i64>,
    /// Requested change, 1 to 1,000 characters.
    #[schema(required, min_length = 1, max_length = 1_000)]
    text: Input<String>,
}

impl AskForChange {
    /// Converts to a message; the service validates the text.
    fn into_message(self) -> Result<AskForChangeRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = AskForChangeRequest {
            token: self.token.required(&mut errors, "token").unwrap_or_default(),
            revision: revision(&mut errors, self.revision),
            text: self.text.required(&mut errors, "text").unwrap_or_default(),
        };
        errors.finish(Some(message))
    }
}

/// Asks for a change of an open offer, which stays open. The quote is assigned again. A repeated call has no second effect
/// within an hour. At most 10 requests about an offer in a day.
#[utoipa::path(post, path = "/offers/ask-change", tag = "offers",
    request_body(content = AskForChange, example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg",
        "revision": 1, "text": "Можно столешницу 92 см?"})),
    responses((status = 200, body = Envelope<PublicOffer>, description = "Offer",
        example = json!(Envelope::new(PublicOffer::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn ask_for_change(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<AskForChange>,
) -> ApiResult<Envelope<PublicOffer>> {
    let message = body.into_message()?;
    let token = message.token.clone();
    call(&state, &visitor, &token, async |mut offers| {
        let response = offers.ask_for_change(visitor.request(message)).await?;
        Ok(response.into_inner().offer)
    })
    .await
}
