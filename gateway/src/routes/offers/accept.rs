//! `POST offers/accept`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::AcceptOfferRequest;
use serde::Deserialize;
use serde_json::Number;
use utoipa::ToSchema;

use super::call::{call, revision};
use super::offer::PublicOffer;
use crate::{
    convert,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json},
    openapi::ErrorResponse,
    routes::visitor::Visitor,
    state::AppState,
    words,
};

/// Acceptance of an offer, as the customer saw it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AcceptOffer {
    /// Token of the link.
    #[serde(default)]
    #[schema(value_type = String, required, min_length = 1)]
    token: Input<String>,
    /// Revision that the customer saw.
    #[serde(default)]
    #[schema(value_type = u32, required, minimum = 1)]
    revision: Input<i64>,
    /// Total that the customer saw, in AZN.
    #[serde(default)]
    #[schema(value_type = f64, required)]
    total: Input<Number>,
    /// Address where the customer wants the delivery, at most 200 characters.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    address: Input<String>,
    /// Time of day at which the customer wants the call.
    #[serde(default, rename = "callWindow")]
    #[schema(value_type = Option<words::CallWindow>)]
    call_window: Input<String>,
}

impl AcceptOffer {
    /// Converts to a message; the service validates the wishes.
    fn into_message(self) -> Result<AcceptOfferRequest, Failure> {
        let mut errors = FieldErrors::default();
        let total = self.total.parse(|number| convert::parse_amount(&number));
        let message = AcceptOfferRequest {
            token: self.token.required(&mut errors, "token").unwrap_or_default(),
            revision: revision(&mut errors, self.revision),
            total_minor: total.required(&mut errors, "total").unwrap_or_default(),
            address: self.address.text(&mut errors, "address"),
            call_window: self.call_window.text(&mut errors, "callWindow"),
        };
        errors.finish(Some(message))
    }
}

/// Accepts an offer. A repeated call has no second effect.
#[utoipa::path(post, path = "/offers/accept", tag = "offers",
    request_body(content = AcceptOffer,
        example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg", "revision": 1, "total": 5814.00,
            "address": "Баку, ул. Низами, 12", "callWindow": "13-17"})),
    responses((status = 200, body = Envelope<PublicOffer>, description = "Accepted offer",
        example = json!(Envelope::new(PublicOffer::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn accept_offer(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<AcceptOffer>,
) -> ApiResult<Envelope<PublicOffer>> {
    let message = body.into_message()?;
    let token = message.token.clone();
    call(&state, &visitor, &token, async |mut offers| {
        let response = offers.accept_offer(visitor.request(message)).await?;
        Ok(response.into_inner().offer)
    })
    .await
}
