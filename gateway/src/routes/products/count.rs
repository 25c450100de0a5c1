//! `GET products/category/{categoryId}/count`: a bare number.

use axum::extract::State;
use kit::domain::CategoryId;

use crate::{
    error::{ApiError, ApiResult},
    extract::{OptionalSession, PathId},
    routes::cacheable::Cacheable,
    state::AppState,
};

/// Returns the number of active products of a category.
#[utoipa::path(get, path = "/products/category/{categoryId}/count", tag = "products",
    params(("categoryId" = i32, Path, minimum = 1, description = "Category id")),
    responses((status = 200, body = i64, content_type = "application/json", description = "Number of active products",
        example = 26)))]
pub(crate) async fn count_products_of_category(
    State(state): State<AppState>,
    session: OptionalSession,
    PathId(id): PathId<CategoryId>,
) -> ApiResult<Cacheable<i64>> {
    let response = state.clients.catalog.list_categories().await?;
    let category = response
        .categories
        .iter()
        .find(|category| category.id == id.get())
        .ok_or_else(ApiError::not_found)?;
    Ok(Cacheable::new(&session, category.product_count).made_from(&response))
}
