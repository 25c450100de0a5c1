//! `POST account/orders/{id}/cancel`.

use axum::extract::State;
use kit::{
    domain::OrderId,
    failure::{Code, Failure},
};
use proto::order::v1::CancelOrderRequest;

use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Customer, PathId},
    openapi::ErrorResponse,
    routes::orders::order::Order,
    state::AppState,
};

/// Cancels a pending order.
#[utoipa::path(post, path = "/account/orders/{id}/cancel", tag = "account",
    security(("session" = [], "xsrf" = [])),
    params(("id" = String, Path, format = Uuid, description = "Order id")),
    responses((status = 200, body = Envelope<Order>, description = "Cancelled order",
        example = json!(Envelope::new(Order::example(kit::vocabulary::order::Status::Cancelled)))),
        ErrorResponse::<409>))]
pub(crate) async fn cancel_order(
    State(state): State<AppState>,
    customer: Customer,
    PathId(id): PathId<OrderId>,
) -> ApiResult<Envelope<Order>> {
    let request = customer.request(CancelOrderRequest {
        order_id: id.to_string(),
    });
    let response = state
        .clients
        .order
        .clone()
        .cancel_order(request)
        .await?
        .into_inner();
    let order = response
        .order
        .ok_or_else(|| Failure::new(Code::Internal).with_source("order responded without an order"))?;
    Ok(Envelope::new(Order::new(order, state.default_language)))
}
