//! `GET products/search`.

use axum::extract::State;
use proto::catalog::v1::SearchProductsRequest;
use serde::Deserialize;
use utoipa::IntoParams;

use super::product::Product;
use crate::{
    conditional::Catalogue,
    envelope::List,
    error::ApiResult,
    extract::{PageQuery, Query, Visitor, paging},
    routes::catalogue,
    state::AppState,
};

/// What to look for.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// At most 100 characters; blank finds nothing.
    #[param(max_length = 100)]
    #[serde(default)]
    search_term: String,
}

/// A page of the active products that fit a term, best first.
#[utoipa::path(get, path = "/products/search", tag = "products", params(SearchQuery, PageQuery),
    responses((status = 200, body = List<Product>, description = "What was found",
        example = json!(List::new(vec![Product::example()], 1, 10)))))]
pub(crate) async fn search_products(
    State(state): State<AppState>,
    visitor: Visitor,
    Query(query): Query<SearchQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Catalogue<List<Product>>> {
    let page = paging(&page)?;
    let request = SearchProductsRequest {
        term: query.search_term,
        page: Some(page.into()),
    };
    let request = catalogue::asks(&state, request);
    let answer = state
        .clients
        .catalog
        .clone()
        .search_products(request)
        .await?
        .into_inner();
    let products = answer
        .products
        .into_iter()
        .map(|product| Product::new(product, state.default_language, visitor.discount()))
        .collect();
    let list = List::new(products, answer.total_records, page.size);
    Ok(Catalogue::new(&visitor, list))
}
