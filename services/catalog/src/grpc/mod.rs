//! The rpc handlers, one file each.

mod convert;
mod create_product;
mod decode;
mod filter;
mod get_product;
mod get_products;
mod list_categories;
mod list_product_ids;
mod list_products;
#[cfg(test)]
mod permissions;
mod reserve_stock;
mod search_products;
mod update_product;

use std::sync::Arc;

use sqlx::PgPool;

use crate::index::SearchIndex;

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
    pub(crate) index: Arc<SearchIndex>,
}

kit::rpcs! {
    impl proto::catalog::v1::catalog_service_server::CatalogService for State {
        list_products(ListProductsRequest) -> ListProductsResponse;
        list_product_ids(ListProductIdsRequest) -> ListProductIdsResponse;
        get_product(GetProductRequest) -> GetProductResponse;
        get_products(GetProductsRequest) -> GetProductsResponse;
        list_categories(ListCategoriesRequest) -> ListCategoriesResponse;
        search_products(SearchProductsRequest) -> SearchProductsResponse;
        reserve_stock(ReserveStockRequest) -> ReserveStockResponse;
        create_product(CreateProductRequest) -> CreateProductResponse;
        update_product(UpdateProductRequest) -> UpdateProductResponse;
    }
}
