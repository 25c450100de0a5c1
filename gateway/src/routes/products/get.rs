//! `GET products/{id}`.

use axum::extract::State;
use kit::domain::ProductId;

use super::product::Product;
use crate::{
    conditional::Catalogue,
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{PathId, Visitor},
    routes::catalogue,
    state::AppState,
};

/// One active product.
#[utoipa::path(get, path = "/products/{id}", tag = "products",
    params(("id" = i64, Path, minimum = 1, description = "The product")),
    responses((status = 200, body = Envelope<Product>, description = "The product",
        example = json!(Envelope::new(Product::example())))))]
pub(crate) async fn get_product(
    State(state): State<AppState>,
    visitor: Visitor,
    PathId(id): PathId<ProductId>,
) -> ApiResult<Catalogue<Envelope<Product>>> {
    let answer = catalogue::product(&state, id).await?;
    let product = answer.product.clone().ok_or_else(ApiError::not_found)?;
    let product = Product::new(product, state.default_language, visitor.discount());
    Ok(Catalogue::new(&visitor, Envelope::new(product)))
}
