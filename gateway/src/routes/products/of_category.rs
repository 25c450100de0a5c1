//! `GET products/category/{categoryId}`: a bare array.

use axum::extract::State;
use kit::domain::CategoryId;
use proto::{catalog::v1::ListProductsRequest, common::v1::Page};

use super::product::Product;
use crate::{
    error::ApiResult,
    extract::{OptionalSession, PageQuery, PathId, Query, paging},
    routes::cacheable::Cacheable,
    state::AppState,
};

/// The page of requests without pagination.
const ALL: Page = Page {
    number: 1,
    size: 1_000,
};

/// Lists the active products of a category, paged on request, with their total in `X-Total-Count`.
#[utoipa::path(get, path = "/products/category/{categoryId}", tag = "products",
    params(("categoryId" = i32, Path, minimum = 1, description = "Category id"), PageQuery),
    responses((status = 200, body = Vec<Product>, description = "Products of the category",
        headers(("X-Total-Count" = i64, description = "Number of active products of the category")),
        example = json!([Product::example()]))))]
pub(crate) async fn list_products_of_category(
    State(state): State<AppState>,
    session: OptionalSession,
    PathId(category): PathId<CategoryId>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Cacheable<Vec<Product>>> {
    let is_paged = page.page.is_some() || page.limit.is_some() || page.page_size.is_some();
    let page = if is_paged { paging(&page)?.into() } else { ALL };
    let request = ListProductsRequest {
        page: Some(page),
        category_id: Some(category.get()),
        ..ListProductsRequest::default()
    };
    let response = state.clients.catalog.list_products(request).await?;
    let products = response
        .products
        .iter()
        .map(|product| Product::new(product.clone(), state.default_language, session.discount()))
        .collect();
    Ok(Cacheable::new(&session, products)
        .with_total(response.total_records)
        .made_from(&response))
}
