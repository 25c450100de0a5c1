//! `GET products/search`.

use axum::extract::State;
use proto::catalog::v1::SearchProductsRequest;
use serde::Deserialize;
use utoipa::IntoParams;

use super::product::Product;
use crate::{
    envelope::List,
    error::ApiResult,
    extract::{OptionalSession, PageQuery, Query, paging},
    routes::cacheable::Cacheable,
    state::AppState,
};

/// The search term.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// Search term, at most 100 characters; a blank term has no results.
    #[param(max_length = 100)]
    #[serde(default)]
    search_term: String,
}

/// Searches the active products; returns a page, best match first.
#[utoipa::path(get, path = "/products/search", tag = "products", params(SearchQuery, PageQuery),
    responses((status = 200, body = List<Product>, description = "Page of matching products",
        example = json!(List::new(vec![Product::example()], 1, 10)))))]
pub(crate) async fn search_products(
    State(state): State<AppState>,
    session: OptionalSession,
    Query(query): Query<SearchQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Cacheable<List<Product>>> {
    let page = paging(&page)?;
    let request = SearchProductsRequest {
        term: query.search_term,
        page: Some(page.into()),
    };
    let response = state.clients.catalog.search_products(request).await?;
    let products = response
        .products
        .iter()
        .cloned()
        .map(|product| Product::new(product, state.default_language, session.discount()))
        .collect();
    let list = List::new(products, response.total_records, page.size);
    Ok(Cacheable::new(&session, list).made_from(&response))
}
