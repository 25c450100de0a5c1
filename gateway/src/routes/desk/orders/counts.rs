//! `GET orders/counts`.

use std::collections::BTreeMap;

use axum::extract::State;
use kit::{
    validation::FieldErrors,
    vocabulary::{ProtobufWord as _, Vocabulary as _, order::Status},
};
use proto::order::v1::CountDeskOrdersRequest;
use serde_json::{Value, json};

use super::filter::{self, OrderFilter};
use crate::{desk::Member, envelope::Envelope, error::ApiResult, extract::QueryValues, state::AppState};

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
    /// By status.
    by_status: BTreeMap<&'static str, i64>,
}

fn example() -> Value {
    json!({"open": 34, "new": 6, "deliveringTomorrow": 5, "unpaid": 3, "mine": 8, "all": 1284,
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
    query: QueryValues,
) -> ApiResult<Envelope<OrderCounts>> {
    let mut errors = FieldErrors::default();
    let filter = filter::parse(&mut errors, &query, &member);
    errors.into_result()?;
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
