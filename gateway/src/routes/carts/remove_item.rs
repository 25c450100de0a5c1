//! `DELETE carts/items/{productId}`.

use axum::extract::State;
use kit::domain::ProductId;
use proto::cart::v1::RemoveItemRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{Customer, PathId},
    state::AppState,
};

/// Removes a line from the cart. Succeeds if there is none.
#[utoipa::path(delete, path = "/carts/items/{productId}", tag = "carts",
    params(("productId" = i64, Path, minimum = 1, description = "Product id")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Product is not in the cart",
        example = Acknowledgement::success)))]
pub(crate) async fn remove_cart_item(
    State(state): State<AppState>,
    customer: Customer,
    PathId(product): PathId<ProductId>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(RemoveItemRequest {
        product_id: product.get(),
    });
    state.clients.cart.clone().remove_item(request).await?;
    Ok(Acknowledgement::success())
}
