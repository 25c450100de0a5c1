//! `GET carts/current`.

use axum::extract::State;
use proto::cart::v1::GetCartRequest;

use super::cart::{Cart, CartItem, with_products};
use crate::{envelope::Envelope, error::ApiResult, extract::Customer, state::AppState};

/// Returns the customer's cart; null if there is none.
#[utoipa::path(get, path = "/carts/current", tag = "carts", security(("session" = [])),
    responses((status = 200, body = Envelope<Option<Cart>>, description = "Cart",
        example = json!({"success": true, "message": null, "data": {
            "id": "01936b2e-7c00-7000-8000-000000000001", "cartItems": [CartItem::example()]}}))))]
pub(crate) async fn get_current_cart(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Envelope<Option<Cart>>> {
    let request = customer.request(GetCartRequest {});
    let response = state.clients.cart.clone().get_cart(request).await?.into_inner();
    let cart = match response.cart {
        Some(cart) => Some(with_products(&state, &customer, cart).await?),
        None => None,
    };
    Ok(Envelope::new(cart))
}
