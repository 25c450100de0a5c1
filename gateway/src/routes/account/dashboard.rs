//! `GET account/dashboard`.

use axum::extract::State;
use proto::{
    account::v1::CountSavedRequest,
    common::v1::Page,
    order::v1::{self as order, ListOrdersRequest},
};

use crate::{
    convert::{self, Amount, Instant},
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::Customer,
    state::AppState,
    words::OrderStatus,
};

/// The page of recent orders.
const RECENT: Page = Page { number: 1, size: 5 };

/// Account counts and the most recent orders.
#[response]
#[derive(Debug)]
pub(crate) struct Dashboard {
    total_orders: i64,
    wishlist_items: i64,
    saved_addresses: i64,
    /// At most 5 orders, newest first.
    recent_orders: Vec<RecentOrder>,
}

/// Order summary.
#[response]
#[derive(Debug)]
pub(crate) struct RecentOrder {
    /// UUID.
    id: String,
    /// Human-readable order number.
    order_number: String,
    /// RFC 3339 timestamp in UTC.
    order_date: Instant,
    status: OrderStatus,
    /// Total in AZN.
    total_amount: Amount,
}

impl From<order::Order> for RecentOrder {
    fn from(order: order::Order) -> Self {
        Self {
            status: order.status().into(),
            id: order.id,
            order_number: order.order_number,
            order_date: convert::precise(order.ordered_at),
            total_amount: convert::amount(order.total_minor),
        }
    }
}

/// Returns the counts and recent orders of the customer's account.
#[utoipa::path(get, path = "/account/dashboard", tag = "account", security(("session" = [])),
    responses((status = 200, body = Envelope<Dashboard>, description = "Account overview",
        example = json!({"success": true, "message": null, "data": {
            "totalOrders": 1, "wishlistItems": 3, "savedAddresses": 1, "recentOrders": [{
                "id": "01936b2e-7c00-7000-8000-000000000001", "orderNumber": "SB-7Q2M04XK",
                "orderDate": "2026-11-20T10:00:00Z", "status": "Pending", "totalAmount": 2124.24}]}}))))]
pub(crate) async fn get_dashboard(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Envelope<Dashboard>> {
    let recent = ListOrdersRequest {
        page: Some(RECENT),
        ..ListOrdersRequest::default()
    };
    let (mut order, mut account) = (state.clients.order.clone(), state.clients.account.clone());
    let (orders, saved) = tokio::try_join!(
        async {
            order
                .list_orders(customer.request(recent))
                .await
                .map_err(ApiError::from)
        },
        async {
            account
                .count_saved(customer.request(CountSavedRequest {}))
                .await
                .map_err(ApiError::from)
        },
    )?;
    let (orders, saved) = (orders.into_inner(), saved.into_inner());
    Ok(Envelope::new(Dashboard {
        total_orders: orders.total_records,
        wishlist_items: saved.wishes,
        saved_addresses: saved.addresses,
        recent_orders: orders.orders.into_iter().map(RecentOrder::from).collect(),
    }))
}
