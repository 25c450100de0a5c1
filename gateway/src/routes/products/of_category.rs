//! `GET products/category/{categoryId}`: a bare array.

use axum::extract::State;
use kit::domain::CategoryId;
use proto::{catalog::v1::ListProductsRequest, common::v1::Page};

use super::product::Product;
use crate::{
    conditional::Catalogue,
    error::ApiResult,
    extract::{PageQuery, PathId, Query, Visitor, paging},
    routes::catalogue,
    state::AppState,
};

/// Products at most where no page is asked for.
const ALL: Page = Page {
    number: 1,
    size: 1_000,
};

/// The active products of a category, a page of them where one is asked for; `X-Total-Count` says how many there are.
#[utoipa::path(get, path = "/products/category/{categoryId}", tag = "products",
    params(("categoryId" = i32, Path, minimum = 1, description = "The category"), PageQuery),
    responses((status = 200, body = Vec<Product>, description = "The products",
        headers(("X-Total-Count" = i64, description = "Products of the category")),
        example = json!([Product::example()]))))]
pub(crate) async fn list_products_of_category(
    State(state): State<AppState>,
    visitor: Visitor,
    PathId(category): PathId<CategoryId>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Catalogue<Vec<Product>>> {
    let is_paged = page.page.is_some() || page.limit.is_some() || page.page_size.is_some();
    let page = if is_paged { paging(&page)?.into() } else { ALL };
    let request = ListProductsRequest {
        page: Some(page),
        category_id: Some(category.get()),
        ..ListProductsRequest::default()
    };
    let answer = catalogue::list(&state, request).await?;
    let products = answer
        .products
        .iter()
        .map(|product| Product::new(product.clone(), state.default_language, visitor.discount()))
        .collect();
    Ok(Catalogue::new(&visitor, products).with_total(answer.total_records))
}
