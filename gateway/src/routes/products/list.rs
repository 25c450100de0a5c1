//! `GET products`.

use axum::extract::State;
use kit::domain::ProductId;

use super::{facets::ProductFacets, filter::ListQuery, product::Product};
use crate::{
    envelope::pages,
    error::ApiResult,
    extract::{OptionalSession, PageQuery, Query, paging},
    openapi::ErrorResponse,
    routes::cacheable::Cacheable,
    state::AppState,
};

/// Page of products.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProductList {
    /// Always `true`.
    success: bool,
    /// Products of the page.
    data: Vec<Product>,
    /// Always `null`.
    message: Option<String>,
    /// Total number of products.
    total_records: i64,
    /// Number of pages; 0 if there are no products.
    total_pages: i64,
    /// Numbers of products by the values of each filter. Missing unless requested, and for a while after a start of the
    /// shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    facets: Option<ProductFacets>,
}

impl ProductList {
    fn new(data: Vec<Product>, total_records: i64, size: u32) -> Self {
        Self {
            success: true,
            data,
            message: None,
            total_records,
            total_pages: pages(total_records, size),
            facets: None,
        }
    }
}

/// Lists a page of the active products, or the products with some ids.
#[utoipa::path(get, path = "/products", tag = "products", params(ListQuery, PageQuery),
    responses((status = 200, body = ProductList, description = "Page of products", example = json!({
            "success": true, "data": [Product::example()], "message": null, "totalRecords": 70, "totalPages": 7,
            "facets": ProductFacets::example()})),
        ErrorResponse::<404>))]
pub(crate) async fn list_products(
    State(state): State<AppState>,
    session: OptionalSession,
    Query(query): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Cacheable<ProductList>> {
    let page = paging(&page)?;
    let (ids, mut request) = query.parse()?;
    if let Some(ids) = ids {
        return Ok(Cacheable::new(&session, by_ids(&state, &session, &ids).await?));
    }
    request.page = Some(page.into());
    let response = state.clients.catalog.list_products(request).await?;
    let products = response
        .products
        .iter()
        .map(|product| Product::new(product.clone(), state.default_language, session.discount()))
        .collect();
    let list = ProductList {
        facets: response.facets.as_ref().map(ProductFacets::from),
        ..ProductList::new(products, response.total_records, page.size)
    };
    Ok(Cacheable::new(&session, list).made_from(&response))
}

/// Returns the active products with some ids on one page, in the order of the ids.
async fn by_ids(state: &AppState, session: &OptionalSession, ids: &[ProductId]) -> ApiResult<ProductList> {
    let requested = ids.iter().map(|id| id.get()).collect();
    let mut found = state.clients.catalog.get_products(requested).await?;
    let products: Vec<_> = ids
        .iter()
        .filter_map(|id| found.remove(&id.get()))
        .filter(|product| product.is_active)
        .map(|product| Product::with_facts(product, state.default_language, session.discount()))
        .collect();
    let count = u32::try_from(products.len()).unwrap_or(u32::MAX);
    Ok(ProductList::new(products, count.into(), count))
}
