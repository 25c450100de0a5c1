//! The rpcs, a file each.

mod create_product;
mod get_product;
mod get_products;
mod list_categories;
mod list_products;
mod problems;
mod reserve_stock;
mod search_products;
mod update_product;
mod wire;

use std::sync::Arc;

use proto::catalog::v1::{
    CreateProductRequest, CreateProductResponse, GetProductRequest, GetProductResponse, GetProductsRequest,
    GetProductsResponse, ListCategoriesRequest, ListCategoriesResponse, ListProductsRequest,
    ListProductsResponse, ReserveStockRequest, ReserveStockResponse, SearchProductsRequest,
    SearchProductsResponse, UpdateProductRequest, UpdateProductResponse,
    catalog_service_server::CatalogService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

use crate::index::SearchIndex;

/// What the rpcs work on.
pub(crate) struct Rpcs {
    /// The service's database.
    pub(crate) pool: PgPool,
    /// The words of all products.
    pub(crate) index: Arc<SearchIndex>,
}

#[tonic::async_trait]
impl CatalogService for Rpcs {
    async fn list_products(
        &self,
        request: Request<ListProductsRequest>,
    ) -> Result<Response<ListProductsResponse>, Status> {
        Ok(Response::new(list_products::handle(self, request).await?))
    }

    async fn get_product(
        &self,
        request: Request<GetProductRequest>,
    ) -> Result<Response<GetProductResponse>, Status> {
        Ok(Response::new(get_product::handle(self, request).await?))
    }

    async fn get_products(
        &self,
        request: Request<GetProductsRequest>,
    ) -> Result<Response<GetProductsResponse>, Status> {
        Ok(Response::new(get_products::handle(self, request).await?))
    }

    async fn list_categories(
        &self,
        request: Request<ListCategoriesRequest>,
    ) -> Result<Response<ListCategoriesResponse>, Status> {
        Ok(Response::new(list_categories::handle(self, request).await?))
    }

    async fn search_products(
        &self,
        request: Request<SearchProductsRequest>,
    ) -> Result<Response<SearchProductsResponse>, Status> {
        Ok(Response::new(search_products::handle(self, request).await?))
    }

    async fn reserve_stock(
        &self,
        request: Request<ReserveStockRequest>,
    ) -> Result<Response<ReserveStockResponse>, Status> {
        Ok(Response::new(reserve_stock::handle(self, request).await?))
    }

    async fn create_product(
        &self,
        request: Request<CreateProductRequest>,
    ) -> Result<Response<CreateProductResponse>, Status> {
        Ok(Response::new(create_product::handle(self, request).await?))
    }

    async fn update_product(
        &self,
        request: Request<UpdateProductRequest>,
    ) -> Result<Response<UpdateProductResponse>, Status> {
        Ok(Response::new(update_product::handle(self, request).await?))
    }
}
