//! Lists of orders.

use std::collections::BTreeMap;

use axum::extract::State;
use kit::vocabulary::{
    ProtobufWord as _, Vocabulary as _,
    order::{Sort, Status},
};
use proto::order::v1::{CountDeskOrdersRequest, ListDeskOrdersRequest};
use serde_json::{Value, json};

use super::{
    NOT_FOUND,
    filter::OrderFilter,
    order::{DeskOrder, fetch},
    row::{self, OrderRow},
};
use crate::{
    desk::Member,
    envelope::{DeskList, Envelope},
    error::ApiResult,
    extract::{Filter, Limit, OrderNumber, PathOf},
    state::AppState,
    words::OrderSort,
};

/// Page of a list of orders.
#[filter]
pub(crate) struct OrderPage {
    /// Order, by default `-date`
    #[param(value_type = Option<OrderSort>, inline)]
    pub(super) sort: Option<Sort>,
    /// `nextCursor` of the page before
    cursor: String,
    /// 1 to 100, 50 by default
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// Lists the orders that the role may read.
#[utoipa::path(get, path = "/orders", tag = "desk", security(("desk" = [])),
    params(OrderFilter, OrderPage),
    responses((status = 200, body = DeskList<OrderRow>, description = "Page of orders",
        example = json!(DeskList::new(vec![OrderRow::example()], String::new(), 1)))))]
pub(crate) async fn list_desk_orders(
    State(state): State<AppState>,
    member: Member,
    Filter((filter, page)): Filter<(OrderFilter, OrderPage)>,
) -> ApiResult<DeskList<OrderRow>> {
    let message = ListDeskOrdersRequest {
        filter: Some(filter.into_message(&member)),
        sort: page.sort.unwrap_or_default().into(),
        cursor: page.cursor,
        limit: page.limit.0,
        is_export: false,
    };
    fetch_page(&state, &member, message).await
}

/// Returns a page of orders.
pub(super) async fn fetch_page(
    state: &AppState,
    member: &Member,
    message: ListDeskOrdersRequest,
) -> ApiResult<DeskList<OrderRow>> {
    let mut orders = state.clients.desk_order.clone();
    let list = orders
        .list_desk_orders(member.request(message))
        .await?
        .into_inner();
    let rows = row::rows(state, member, list.orders).await;
    Ok(DeskList::new(rows, list.next_cursor, list.total_records))
}

/// Numbers of orders.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OrderCounts {
    /// Neither completed nor cancelled.
    open: i64,
    /// Pending.
    new: i64,
    /// Open with a delivery planned for tomorrow.
    delivering_tomorrow: i64,
    /// Open, with an amount owed.
    unpaid: i64,
    /// Open and assigned to the caller.
    mine: i64,
    /// All that the role may read.
    all: i64,
    /// With money to give back.
    refund_due: i64,
    /// By status.
    by_status: BTreeMap<&'static str, i64>,
}

fn example() -> Value {
    json!({"open": 34, "new": 6, "deliveringTomorrow": 5, "unpaid": 3, "mine": 8, "all": 1284, "refundDue": 1,
        "byStatus": {"Pending": 6, "Processing": 14, "Shipped": 5, "Delivered": 9, "Completed": 1200,
            "Cancelled": 50}})
}

/// Counts the orders that the role may read.
#[utoipa::path(get, path = "/orders/counts", tag = "desk", params(OrderFilter), security(("desk" = [])),
    responses((status = 200, body = Envelope<OrderCounts>, description = "Numbers of orders",
        example = json!(Envelope::new(example())))))]
pub(crate) async fn count_desk_orders(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<OrderFilter>,
) -> ApiResult<Envelope<OrderCounts>> {
    let filter = filter.into_message(&member);
    let request = member.request(CountDeskOrdersRequest { filter: Some(filter) });
    let response = state
        .clients
        .desk_order
        .clone()
        .count_desk_orders(request)
        .await?;
    let counts = response.into_inner();
    Ok(Envelope::new(OrderCounts {
        open: counts.open,
        new: counts.new,
        delivering_tomorrow: counts.delivering_tomorrow,
        unpaid: counts.unpaid,
        mine: counts.mine,
        all: counts.all,
        refund_due: counts.refund_due,
        by_status: counts
            .by_status
            .iter()
            .map(|one| {
                (
                    Status::known(one.status).unwrap_or(Status::Pending).json(),
                    one.count,
                )
            })
            .collect(),
    }))
}

/// Returns an order.
#[utoipa::path(get, path = "/orders/{number}", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")), security(("desk" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example())))))]
pub(crate) async fn get_desk_order(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
) -> ApiResult<Envelope<DeskOrder>> {
    let number = number.get(NOT_FOUND)?;
    Ok(Envelope::new(fetch(&state, &member, number.as_str()).await?))
}
