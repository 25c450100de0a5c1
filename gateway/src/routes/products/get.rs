//! `GET products/{id}`.

use axum::extract::State;
use kit::domain::ProductId;

use super::product::Product;
use crate::{
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{OptionalSession, PathId},
    routes::cacheable::Cacheable,
    state::AppState,
};

/// Returns an active product.
#[utoipa::path(get, path = "/products/{id}", tag = "products",
    params(("id" = i64, Path, minimum = 1, description = "Product id")),
    responses((status = 200, body = Envelope<Product>, description = "Product",
        example = json!(Envelope::new(Product::example_with_facts())))))]
pub(crate) async fn get_product(
    State(state): State<AppState>,
    session: OptionalSession,
    PathId(id): PathId<ProductId>,
) -> ApiResult<Cacheable<Envelope<Product>>> {
    let response = state.clients.catalog.get_product(id).await?;
    let product = response.product.clone().ok_or_else(ApiError::not_found)?;
    let product = Product::with_facts(product, state.default_language, session.discount());
    Ok(Cacheable::new(&session, Envelope::new(product)).made_from(&response))
}
