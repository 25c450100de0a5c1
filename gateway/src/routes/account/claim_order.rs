//! `POST account/orders/claim`.

use axum::extract::State;
use proto::order::v1::ClaimOrderRequest;
use serde_json::{Value, json};

use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Customer, Json},
    openapi::ErrorResponse,
    routes::{
        orders::view::{LINK_DEAD, OrderToken},
        visitor::Visitor,
    },
    state::AppState,
};

/// Order that was added to the account.
#[response]
#[derive(Debug)]
pub(crate) struct ClaimedOrder {
    /// UUID.
    id: String,
}

impl ClaimedOrder {
    /// The OpenAPI example.
    fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000001"})
    }
}

/// Adds the order of a link to the account. The account's e-mail has to be that of the order, and verified: 403 with
/// `ORDER.OTHER_EMAIL` or `ORDER.EMAIL_NOT_VERIFIED` otherwise. 404 for a wrong or expired token and for an order of another
/// account. A repeated call has no second effect.
#[utoipa::path(post, path = "/account/orders/claim", tag = "account", security(("session" = [], "xsrf" = [])),
    request_body(content = OrderToken, example = json!({"token": "SB-4K7Q2M0X.k3J9wQ7dYx2LmT0aVb5cZg"})),
    responses((status = 200, body = Envelope<ClaimedOrder>, description = "The order is one of the account",
        example = json!(Envelope::new(ClaimedOrder::example()))),
        ErrorResponse::<404>, ErrorResponse::<429>))]
pub(crate) async fn claim_order(
    State(state): State<AppState>,
    customer: Customer,
    visitor: Visitor,
    Json(body): Json<OrderToken>,
) -> ApiResult<Envelope<ClaimedOrder>> {
    let token = body.into_token()?;
    visitor.check(&state, &token, LINK_DEAD)?;
    let request = customer.request(ClaimOrderRequest { token });
    match state.clients.order_link.clone().claim_order(request).await {
        Ok(response) => Ok(Envelope::new(ClaimedOrder {
            id: response.into_inner().order_id,
        })),
        Err(status) => Err(visitor.refused(&state, status.into())),
    }
}
