//! The rpcs, one file each.

mod add_item;
mod clear_cart;
mod create_cart;
mod get_cart;
mod remove_item;
mod set_quantity;
mod wire;

use async_trait::async_trait;
use proto::cart::v1::{
    AddItemRequest, AddItemResponse, ClearCartRequest, ClearCartResponse, CreateCartRequest,
    CreateCartResponse, GetCartRequest, GetCartResponse, RemoveItemRequest, RemoveItemResponse,
    SetQuantityRequest, SetQuantityResponse, cart_service_server::CartService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

use crate::{catalog::Catalog, figures::Figures};

/// What the rpcs stand on.
pub(crate) struct Rpcs {
    pub(crate) pool: PgPool,
    pub(crate) catalog: Catalog,
    pub(crate) figures: Figures,
}

#[async_trait]
impl CartService for Rpcs {
    async fn get_cart(&self, request: Request<GetCartRequest>) -> Result<Response<GetCartResponse>, Status> {
        get_cart::run(self, &request).await
    }

    async fn create_cart(
        &self,
        request: Request<CreateCartRequest>,
    ) -> Result<Response<CreateCartResponse>, Status> {
        create_cart::run(self, &request).await
    }

    async fn add_item(&self, request: Request<AddItemRequest>) -> Result<Response<AddItemResponse>, Status> {
        add_item::run(self, &request).await
    }

    async fn set_quantity(
        &self,
        request: Request<SetQuantityRequest>,
    ) -> Result<Response<SetQuantityResponse>, Status> {
        set_quantity::run(self, &request).await
    }

    async fn remove_item(
        &self,
        request: Request<RemoveItemRequest>,
    ) -> Result<Response<RemoveItemResponse>, Status> {
        remove_item::run(self, &request).await
    }

    async fn clear_cart(
        &self,
        request: Request<ClearCartRequest>,
    ) -> Result<Response<ClearCartResponse>, Status> {
        clear_cart::run(self, &request).await
    }
}
