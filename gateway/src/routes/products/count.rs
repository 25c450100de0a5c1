//! `GET products/category/{categoryId}/count`: a bare number.

use axum::extract::State;
use kit::domain::CategoryId;

use crate::{
    conditional::Catalogue,
    error::{ApiError, ApiResult},
    extract::{PathId, Visitor},
    routes::catalogue,
    state::AppState,
};

/// How many active products a category has.
#[utoipa::path(get, path = "/products/category/{categoryId}/count", tag = "products",
    params(("categoryId" = i32, Path, minimum = 1, description = "The category")),
    responses((status = 200, body = i64, content_type = "application/json", description = "The number",
        example = 26)))]
pub(crate) async fn count_products_of_category(
    State(state): State<AppState>,
    visitor: Visitor,
    PathId(id): PathId<CategoryId>,
) -> ApiResult<Catalogue<i64>> {
    let answer = catalogue::categories(&state).await?;
    let category = answer
        .categories
        .iter()
        .find(|category| category.id == id.get())
        .ok_or_else(ApiError::not_found)?;
    Ok(Catalogue::new(&visitor, category.product_count))
}
