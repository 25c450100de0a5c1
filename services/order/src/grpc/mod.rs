//! The rpcs, one file each.

mod cancel_order;
mod create_order;
mod get_order;
mod get_order_for_mail;
mod list_all_orders;
mod list_orders;
mod new_order;
mod update_order_status;
mod update_payment_status;
mod wire;

use async_trait::async_trait;
use proto::order::v1::{
    CancelOrderRequest, CancelOrderResponse, CreateOrderRequest, CreateOrderResponse, GetOrderForMailRequest,
    GetOrderForMailResponse, GetOrderRequest, GetOrderResponse, ListAllOrdersRequest, ListAllOrdersResponse,
    ListOrdersRequest, ListOrdersResponse, UpdateOrderStatusRequest, UpdateOrderStatusResponse,
    UpdatePaymentStatusRequest, UpdatePaymentStatusResponse, order_service_server::OrderService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

use crate::{account::Account, catalog::Catalog, figures::Figures, turns::Turns};

/// What the rpcs stand on.
pub(crate) struct Rpcs {
    pub(crate) pool: PgPool,
    pub(crate) account: Account,
    pub(crate) catalog: Catalog,
    pub(crate) turns: Turns,
    pub(crate) figures: Figures,
}

#[async_trait]
impl OrderService for Rpcs {
    async fn create_order(
        &self,
        request: Request<CreateOrderRequest>,
    ) -> Result<Response<CreateOrderResponse>, Status> {
        create_order::run(self, &request).await
    }

    async fn list_orders(
        &self,
        request: Request<ListOrdersRequest>,
    ) -> Result<Response<ListOrdersResponse>, Status> {
        list_orders::run(self, &request).await
    }

    async fn get_order(
        &self,
        request: Request<GetOrderRequest>,
    ) -> Result<Response<GetOrderResponse>, Status> {
        get_order::run(self, &request).await
    }

    async fn get_order_for_mail(
        &self,
        request: Request<GetOrderForMailRequest>,
    ) -> Result<Response<GetOrderForMailResponse>, Status> {
        get_order_for_mail::run(self, &request).await
    }

    async fn cancel_order(
        &self,
        request: Request<CancelOrderRequest>,
    ) -> Result<Response<CancelOrderResponse>, Status> {
        cancel_order::run(self, &request).await
    }

    async fn list_all_orders(
        &self,
        request: Request<ListAllOrdersRequest>,
    ) -> Result<Response<ListAllOrdersResponse>, Status> {
        list_all_orders::run(self, &request).await
    }

    async fn update_order_status(
        &self,
        request: Request<UpdateOrderStatusRequest>,
    ) -> Result<Response<UpdateOrderStatusResponse>, Status> {
        update_order_status::run(self, &request).await
    }

    async fn update_payment_status(
        &self,
        request: Request<UpdatePaymentStatusRequest>,
    ) -> Result<Response<UpdatePaymentStatusResponse>, Status> {
        update_payment_status::run(self, &request).await
    }
}
