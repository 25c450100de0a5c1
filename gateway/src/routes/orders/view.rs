//! `POST orders/view`.

use axum::extract::State;
use kit::failure::Failure;
use proto::order::v1::ViewOrderRequest;

use super::linked_order::{LinkedOrder, convert};
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json},
    openapi::ErrorResponse,
    routes::visitor::{Visitor, required_token},
    state::AppState,
};

/// Message key of a wrong or expired token.
pub(in crate::routes) const LINK_DEAD: &str = "ORDER.LINK_DEAD";

/// Token of an order's link.
#[request]
#[derive(Debug)]
pub(crate) struct OrderToken {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
}

impl OrderToken {
    /// Returns the token, which the service verifies.
    pub(in crate::routes) fn into_token(self) -> Result<String, Failure> {
        required_token(self.token)
    }
}

/// Returns the order of a link. A link is valid until 90 days after the order was completed or cancelled. At most 300
/// calls, and 30 wrong tokens, of an address in 10 minutes.
#[utoipa::path(post, path = "/orders/view", tag = "orders",
    request_body(content = OrderToken, example = json!({"token": "SB-4K7Q2M0X.k3J9wQ7dYx2LmT0aVb5cZg"})),
    responses((status = 200, body = Envelope<LinkedOrder>, description = "Order",
        example = json!(Envelope::new(LinkedOrder::example()))),
        ErrorResponse::<404>, ErrorResponse::<429>))]
pub(crate) async fn view_order(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<OrderToken>,
) -> ApiResult<Envelope<LinkedOrder>> {
    let token = body.into_token()?;
    visitor.check(&state, &token, LINK_DEAD)?;
    let request = visitor.request(ViewOrderRequest { token });
    match state.clients.order_link.clone().view_order(request).await {
        Ok(response) => Ok(Envelope::new(convert(&state, response.into_inner().order).await?)),
        Err(status) => Err(visitor.refused(&state, status.into())),
    }
}
