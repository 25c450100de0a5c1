//! `POST carts/create`.

use axum::extract::State;
use kit::failure::{Code, Failure};
use proto::cart::v1::CreateCartRequest;

use super::cart::{Cart, with_products};
use crate::{envelope::Envelope, error::ApiResult, extract::Customer, state::AppState};

/// Creates the customer's cart, or returns the existing one.
#[utoipa::path(post, path = "/carts/create", tag = "carts", security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Cart>, description = "Cart",
        example = json!({"success": true, "message": null, "data": {
            "id": "01936b2e-7c00-7000-8000-000000000001", "cartItems": []}}))))]
pub(crate) async fn create_cart(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Envelope<Cart>> {
    let request = customer.request(CreateCartRequest {});
    let response = state
        .clients
        .cart
        .clone()
        .create_cart(request)
        .await?
        .into_inner();
    let cart = response
        .cart
        .ok_or_else(|| Failure::new(Code::Internal).with_source("cart responded without a cart"))?;
    Ok(Envelope::new(with_products(&state, &customer, cart).await?))
}
