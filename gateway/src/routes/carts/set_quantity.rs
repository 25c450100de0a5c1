//! `PATCH carts/items/{productId}`.

use axum::extract::State;
use kit::domain::ProductId;
use proto::cart::v1::SetQuantityRequest;

use crate::{
    convert,
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{Customer, Json, PathId},
    openapi::ErrorResponse,
    state::AppState,
};

/// New quantity of a cart line.
#[request]
pub(crate) struct SetQuantity {
    /// Number of pieces, 1 to 99.
    #[serde(default)]
    #[schema(required, minimum = 1, maximum = 99)]
    quantity: i64,
}

/// Sets the quantity of a cart line.
#[utoipa::path(patch, path = "/carts/items/{productId}", tag = "carts",
    request_body(content = SetQuantity, example = json!({"quantity": 3})),
    params(("productId" = i64, Path, minimum = 1, description = "Product id")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Quantity set", example = Acknowledgement::success),
        ErrorResponse::<409>))]
pub(crate) async fn set_cart_item_quantity(
    State(state): State<AppState>,
    customer: Customer,
    PathId(product): PathId<ProductId>,
    Json(body): Json<SetQuantity>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(SetQuantityRequest {
        product_id: product.get(),
        quantity: convert::quantity(body.quantity),
    });
    state.clients.cart.clone().set_quantity(request).await?;
    Ok(Acknowledgement::success())
}
