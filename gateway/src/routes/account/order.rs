//! One order of an account.

use axum::extract::State;
use kit::{
    domain::{Language, OrderId},
    failure::{Code, Failure},
};
use proto::order::v1::{self as order, CancelOrderRequest, ClaimOrderRequest, GetOrderRequest};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{Customer, Json, PathId},
    openapi::{self, ErrorResponse},
    routes::{
        orders::{
            linked_order::{LINK_DEAD, LinkedDelivery},
            order::{Order, PostalAddress},
        },
        visitor::{LinkToken, Visitor},
    },
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
    /// `null` until its day is planned.
    delivery: Option<LinkedDelivery>,
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
    fn new(
        mut order: order::Order,
        history: Vec<order::HistoryEntry>,
        delivery: Option<order::PlannedDelivery>,
        default: Language,
    ) -> Self {
        let shipping = order.shipping_address.take().unwrap_or_default();
        let billing = order.billing_address.take().unwrap_or_default();
        Self {
            order: Order::new(order, default),
            shipping_address: shipping.into(),
            billing_address: billing.into(),
            history: history.into_iter().map(HistoryEntry::from).collect(),
            delivery: delivery.map(Into::into),
        }
    }

    /// The OpenAPI example.
    fn example() -> Value {
        openapi::extend(
            Order::example(kit::vocabulary::order::Status::Pending),
            json!({
                "shippingAddress": PostalAddress::example(), "billingAddress": PostalAddress::example(),
                "history": [{"status": "Pending", "at": "2026-11-20T10:00:00Z", "reason": null}],
                "delivery": {"method": "delivery", "on": "2026-11-25", "from": "10:00", "to": "14:00"},
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
        response.delivery,
        state.default_language,
    )))
}

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

/// Order that was added to the account.
#[response]
#[derive(Debug)]
pub(crate) struct ClaimedOrder {
    /// UUID.
    id: String,
}

impl ClaimedOrder {
    /// The OpenAPI example.
    fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000001"})
    }
}

/// Adds the order of a link to the account. The account's e-mail has to be that of the order, and verified: 403 with
/// `ORDER.OTHER_EMAIL` or `ORDER.EMAIL_NOT_VERIFIED` otherwise. 404 for a wrong or expired token and for an order of another
/// account. A repeated call has no second effect.
#[utoipa::path(post, path = "/account/orders/claim", tag = "account", security(("session" = [], "xsrf" = [])),
    request_body(content = LinkToken, example = json!({"token": "SB-4K7Q2M0X.k3J9wQ7dYx2LmT0aVb5cZg"})),
    responses((status = 200, body = Envelope<ClaimedOrder>, description = "The order is one of the account",
        example = json!(Envelope::new(ClaimedOrder::example()))),
        ErrorResponse::<404>, ErrorResponse::<429>))]
pub(crate) async fn claim_order(
    State(state): State<AppState>,
    customer: Customer,
    visitor: Visitor,
    Json(body): Json<LinkToken>,
) -> ApiResult<Envelope<ClaimedOrder>> {
    let token = body.into_token()?;
    visitor.check(&state, &token, LINK_DEAD)?;
    let request = customer.request(ClaimOrderRequest { token });
    match state.clients.order_link.clone().claim_order(request).await {
        Ok(response) => Ok(Envelope::new(ClaimedOrder {
            id: response.into_inner().order_id,
        })),
        Err(status) => Err(visitor.refused(&state, status.into())),
    }
}
