//! `GET account/orders/{id}`.

use axum::extract::State;
use kit::domain::{Language, OrderId};
use proto::order::v1::{self as order, GetOrderRequest};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{Customer, PathId},
    openapi,
    routes::orders::order::{Order, PostalAddress},
    state::AppState,
    words::{CancellationReason, OrderStatus},
};

/// Order with its addresses and status history.
#[response]
pub(crate) struct OrderDetail {
    #[serde(flatten)]
    order: Order,
    shipping_address: PostalAddress,
    billing_address: PostalAddress,
    /// Status changes, oldest first.
    history: Vec<HistoryEntry>,
}

/// Status change of an order.
#[response]
#[derive(Debug)]
pub(crate) struct HistoryEntry {
    /// New status.
    status: OrderStatus,
    /// RFC 3339 timestamp in UTC.
    at: Instant,
    /// Reason of a cancellation, if it was recorded.
    reason: Option<CancellationReason>,
}

impl OrderDetail {
    fn new(mut order: order::Order, history: Vec<order::HistoryEntry>, default: Language) -> Self {
        let shipping = order.shipping_address.take().unwrap_or_default();
        let billing = order.billing_address.take().unwrap_or_default();
        Self {
            order: Order::new(order, default),
            shipping_address: shipping.into(),
            billing_address: billing.into(),
            history: history.into_iter().map(HistoryEntry::from).collect(),
        }
    }

    /// The OpenAPI example.
    fn example() -> Value {
        openapi::extend(
            Order::example(kit::vocabulary::order::Status::Pending),
            json!({
                "shippingAddress": PostalAddress::example(), "billingAddress": PostalAddress::example(),
                "history": [{"status": "Pending", "at": "2026-11-20T10:00:00Z", "reason": null}],
            }),
        )
    }
}

impl From<order::HistoryEntry> for HistoryEntry {
    fn from(entry: order::HistoryEntry) -> Self {
        Self {
            status: entry.status().into(),
            at: convert::precise(entry.at),
            reason: CancellationReason::of_optional_number(entry.reason),
        }
    }
}

/// Returns an order of the customer.
#[utoipa::path(get, path = "/account/orders/{id}", tag = "account", security(("session" = [])),
    params(("id" = String, Path, format = Uuid, description = "Order id")),
    responses((status = 200, body = Envelope<OrderDetail>, description = "Order",
        example = json!(Envelope::new(OrderDetail::example())))))]
pub(crate) async fn get_order(
    State(state): State<AppState>,
    customer: Customer,
    PathId(id): PathId<OrderId>,
) -> ApiResult<Envelope<OrderDetail>> {
    let request = customer.request(GetOrderRequest {
        order_id: id.to_string(),
    });
    let response = state.clients.order.clone().get_order(request).await?.into_inner();
    let order = response.order.ok_or_else(ApiError::not_found)?;
    Ok(Envelope::new(OrderDetail::new(
        order,
        response.history,
        state.default_language,
    )))
}
