//! `POST account/wishlist/{productId}`.

use axum::extract::State;
use kit::domain::ProductId;
use proto::account::v1::AddWishRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{Customer, PathId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Adds a product to the wishlist. Succeeds if it is already there.
#[utoipa::path(post, path = "/account/wishlist/{productId}", tag = "account", security(("session" = [], "xsrf" = [])),
    params(("productId" = i64, Path, minimum = 1, description = "Product id")),
    responses((status = 200, body = Acknowledgement, description = "Product is on the wishlist",
        example = Acknowledgement::success),
        ErrorResponse::<409>))]
pub(crate) async fn add_wish(
    State(state): State<AppState>,
    customer: Customer,
    PathId(product): PathId<ProductId>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(AddWishRequest {
        product_id: product.get(),
    });
    state.clients.account.clone().add_wish(request).await?;
    Ok(Acknowledgement::success())
}
