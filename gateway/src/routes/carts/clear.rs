//! `DELETE carts/{cartId}/clear`.

use axum::extract::State;
use kit::domain::CartId;
use proto::cart::v1::ClearCartRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{Customer, PathId},
    state::AppState,
};

/// Removes all lines from the cart.
#[utoipa::path(delete, path = "/carts/{cartId}/clear", tag = "carts",
    params(("cartId" = String, Path, format = Uuid, description = "Cart id")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Cart cleared",
        example = Acknowledgement::success)))]
pub(crate) async fn clear_cart(
    State(state): State<AppState>,
    customer: Customer,
    PathId(cart): PathId<CartId>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(ClearCartRequest {
        cart_id: cart.to_string(),
    });
    state.clients.cart.clone().clear_cart(request).await?;
    Ok(Acknowledgement::success())
}
