//! `POST offers/ask-again`.

use axum::extract::State;
use proto::inquiry::v1::AskAgainRequest;

use super::call::call;
use super::offer::PublicOffer;
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json},
    openapi::ErrorResponse,
    routes::visitor::{Visitor, required_token},
    state::AppState,
};

/// Request for a new offer.
#[request]
#[derive(Debug)]
pub(crate) struct AskAgain {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
}

/// Asks for a new offer once this one has expired, or was declined or withdrawn. The quote is assigned again. A repeated
/// call has no second effect within an hour. At most 10 requests about an offer in a day.
#[utoipa::path(post, path = "/offers/ask-again", tag = "offers",
    request_body(content = AskAgain, example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg"})),
    responses((status = 200, body = Envelope<PublicOffer>, description = "Offer",
        example = json!(Envelope::new(PublicOffer::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn ask_again(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<AskAgain>,
) -> ApiResult<Envelope<PublicOffer>> {
    let token = required_token(body.token)?;
    let request = AskAgainRequest { token: token.clone() };
    call(&state, &visitor, &token, async |mut offers| {
        let response = offers.ask_again(visitor.request(request)).await?;
        Ok(response.into_inner().offer)
    })
    .await
}
