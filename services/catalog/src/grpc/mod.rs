//! The rpc handlers, one file each.

#[cfg(test)]
mod callers;
mod convert;
mod create_product;
mod decode;
mod desk;
mod filter;
mod get_product;
mod get_products;
mod imports;
mod list_categories;
mod list_product_ids;
mod list_products;
#[cfg(test)]
mod outage_tests;
mod passive;
mod reserve_stock;
mod search_products;
mod update_product;

use std::sync::Arc;

use kit::copies::ReadCopy;
use sqlx::PgPool;

use crate::index::SearchIndex;

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
    pub(crate) index: Arc<SearchIndex>,
    /// Answers while the database is away.
    pub(crate) copy: ReadCopy,
}

kit::rpcs! {
    impl proto::catalog::v1::catalog_service_server::CatalogService for State {
        anyone list_products(ListProductsRequest) -> ListProductsResponse;
        anyone list_product_ids(ListProductIdsRequest) -> ListProductIdsResponse;
        anyone get_product(GetProductRequest) -> GetProductResponse;
        anyone get_products(GetProductsRequest) -> GetProductsResponse;
        anyone list_categories(ListCategoriesRequest) -> ListCategoriesResponse;
        anyone search_products(SearchProductsRequest) -> SearchProductsResponse;
        service("order") reserve_stock(ReserveStockRequest) -> ReserveStockResponse;
        staff(ProductsText) create_product(CreateProductRequest) -> CreateProductResponse;
        staff(StockWrite, ProductsText) update_product(UpdateProductRequest) -> UpdateProductResponse;
    }
}
