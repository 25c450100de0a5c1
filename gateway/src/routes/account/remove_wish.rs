//! `DELETE account/wishlist/{productId}`.

use axum::extract::State;
use kit::domain::ProductId;
use proto::account::v1::RemoveWishRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{Customer, PathId},
    state::AppState,
};

/// Removes a product from the wishlist. Succeeds if it is not there.
#[utoipa::path(delete, path = "/account/wishlist/{productId}", tag = "account", security(("session" = [], "xsrf" = [])),
    params(("productId" = i64, Path, minimum = 1, description = "Product id")),
    responses((status = 200, body = Acknowledgement, description = "Product is not on the wishlist",
        example = Acknowledgement::success)))]
pub(crate) async fn remove_wish(
    State(state): State<AppState>,
    customer: Customer,
    PathId(product): PathId<ProductId>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(RemoveWishRequest {
        product_id: product.get(),
    });
    state.clients.account.clone().remove_wish(request).await?;
    Ok(Acknowledgement::success())
}
