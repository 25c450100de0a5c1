//! Orders of a customer.

use proto::order::v1::{DeskOrderFilter, DeskOrderSort, ListDeskOrdersRequest};

use super::row::{self, OrderRow};
use crate::{
    desk::{Member, Names},
    error::ApiResult,
    state::AppState,
};

/// The newest orders of a customer, and the number of all of them.
pub(in crate::routes::desk) struct OrdersOf {
    pub(in crate::routes::desk) rows: Vec<OrderRow>,
    pub(in crate::routes::desk) count: i64,
    /// Total of the rows in qəpik, without cancelled orders.
    pub(in crate::routes::desk) total_minor: i64,
}

/// Returns the newest orders with one of these phones or e-mails, at most 100.
///
/// # Errors
///
/// Fails if order does not answer.
pub(in crate::routes::desk) async fn orders_of(
    state: &AppState,
    member: &Member,
    phones: Vec<String>,
    emails: Vec<String>,
    limit: u32,
) -> ApiResult<OrdersOf> {
    if phones.is_empty() && emails.is_empty() {
        // Such a filter would select all orders.
        return Ok(OrdersOf {
            rows: Vec::new(),
            count: 0,
            total_minor: 0,
        });
    }
    let request = member.request(ListDeskOrdersRequest {
        filter: Some(DeskOrderFilter {
            phones,
            emails,
            ..DeskOrderFilter::default()
        }),
        sort: DeskOrderSort::DateDescending.into(),
        cursor: String::new(),
        limit,
    });
    let response = state.clients.desk_order.clone().list_desk_orders(request).await?;
    let list = response.into_inner();
    let names = Names::fetch(state, member, list.orders.iter().flat_map(row::actors)).await?;
    let total_minor = list
        .orders
        .iter()
        .filter(|order| order.status() != proto::order::v1::OrderStatus::Cancelled)
        .fold(0_i64, |sum, order| sum.saturating_add(order.total_minor));
    let rows = list.orders.into_iter().map(|order| OrderRow::new(order, &names));
    Ok(OrdersOf {
        rows: rows.collect(),
        count: list.total_records,
        total_minor,
    })
}
