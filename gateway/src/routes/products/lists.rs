//! Products and lists of them.

use axum::extract::State;
use kit::domain::{CategoryId, ProductId};
use proto::{
    catalog::v1::{ListProductsRequest, SearchProductsRequest},
    common::v1::Page,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{facets::ProductFacets, filter::ListQuery, product::Product};
use crate::{
    envelope::{Envelope, pages},
    error::{ApiError, ApiResult},
    extract::{OptionalSession, PageQuery, PathId, Query, RequestLanguage, paging},
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

/// Page of products that a search finds.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct FoundProducts {
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
    /// Whether no product is what was asked for, and these come closest: of another width, or without one of the words.
    is_closest: bool,
}

/// Searches the active products; returns a page, best match first, else those that come closest.
#[utoipa::path(get, path = "/products/search", tag = "products", params(SearchQuery, PageQuery),
    responses((status = 200, body = FoundProducts, description = "Page of matching products", example = json!({
        "success": true, "data": [Product::example()], "message": null, "totalRecords": 1, "totalPages": 1,
        "isClosest": false}))))]
pub(crate) async fn search_products(
    State(state): State<AppState>,
    session: OptionalSession,
    RequestLanguage(language): RequestLanguage,
    Query(query): Query<SearchQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Cacheable<FoundProducts>> {
    let page = paging(&page)?;
    let request = SearchProductsRequest {
        term: query.search_term,
        page: Some(page.into()),
        visitor_language: language.into(),
    };
    let response = state.clients.catalog.search_products(request).await?;
    let products = response
        .products
        .iter()
        .cloned()
        .map(|product| Product::new(product, state.default_language, session.discount()))
        .collect();
    let found = FoundProducts {
        success: true,
        data: products,
        message: None,
        total_records: response.total_records,
        total_pages: pages(response.total_records, page.size),
        is_closest: response.is_closest,
    };
    Ok(Cacheable::new(&session, found).made_from(&response))
}

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

/// Number of related products where the shop chooses them, and of products that are asked for: the product itself may be among them.
const OTHERS: usize = 4;
const WITH_ITSELF: u32 = 5;

/// Lists related active products: those that staff chose, or others of the category.
#[utoipa::path(get, path = "/products/{id}/related", tag = "products",
    params(("id" = i64, Path, minimum = 1, description = "Product id")),
    responses((status = 200, body = Envelope<Vec<Product>>, description = "At most 12 products",
        example = json!(Envelope::new(vec![Product::example()])))))]
pub(crate) async fn list_related_products(
    State(state): State<AppState>,
    session: OptionalSession,
    PathId(id): PathId<ProductId>,
) -> ApiResult<Cacheable<Envelope<Vec<Product>>>> {
    let response = state.clients.catalog.get_product(id).await?;
    let show = |product| Product::new(product, state.default_language, session.discount());
    if !response.related_product_ids.is_empty() {
        let ids = &response.related_product_ids;
        let mut found = state.clients.catalog.get_products(ids.clone()).await?;
        let chosen = ids.iter().filter_map(|id| found.remove(id));
        let shown = chosen.filter(|product| product.is_active).map(show).collect();
        return Ok(Cacheable::new(&session, Envelope::new(shown)));
    }
    let category = response
        .product
        .as_ref()
        .and_then(|product| product.category.as_ref());
    let request = ListProductsRequest {
        page: Some(Page {
            number: 1,
            size: WITH_ITSELF,
        }),
        category_id: category.map(|category| category.id),
        ..ListProductsRequest::default()
    };
    let list = state.clients.catalog.list_products(request).await?;
    let others = list.products.iter().filter(|product| product.id != id.get());
    let shown = others.take(OTHERS).cloned().map(show).collect();
    Ok(Cacheable::new(&session, Envelope::new(shown)).made_from(&list))
}

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
