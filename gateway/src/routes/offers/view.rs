//! `POST offers/view`.

use axum::extract::State;
use proto::inquiry::v1::ViewOfferRequest;

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

/// Token of an offer's link.
#[request]
#[derive(Debug)]
pub(crate) struct ViewOffer {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
}

/// Returns an offer to its customer. The first view of a revision opens it. At most 300 calls, and 30 wrong tokens, of an
/// address in 10 minutes.
#[utoipa::path(post, path = "/offers/view", tag = "offers",
    request_body(content = ViewOffer, example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg"})),
    responses((status = 200, body = Envelope<PublicOffer>, description = "Offer",
        example = json!(Envelope::new(PublicOffer::example()))),
        ErrorResponse::<404>, ErrorResponse::<429>))]
pub(crate) async fn view_offer(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<ViewOffer>,
) -> ApiResult<Envelope<PublicOffer>> {
    let token = required_token(body.token)?;
    let request = ViewOfferRequest { token: token.clone() };
    call(&state, &visitor, &token, async |mut offers| {
        let response = offers.view_offer(visitor.request(request)).await?;
        Ok(response.into_inner().offer)
    })
    .await
}
