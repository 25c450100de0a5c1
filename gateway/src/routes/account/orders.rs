//! `GET account/orders`.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use kit::{failure::Failure, validation::INVALID, vocabulary::order::Status};
use proto::order::v1::ListOrdersRequest;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    envelope::pages,
    error::ApiResult,
    extract::{Customer, PageQuery, Paging, Query, paging},
    routes::orders::order::Order,
    state::AppState,
    words,
};

/// Filters.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OrdersQuery {
    /// Order status, case-insensitive; blank for all.
    #[serde(default)]
    status: String,
    /// Part of the order number or of a product name; blank for all.
    #[serde(default)]
    search: String,
}

/// Page of orders.
#[response]
#[derive(Debug)]
pub(crate) struct OrderList {
    /// Always `true`.
    success: bool,
    /// Orders, newest first.
    data: Vec<Order>,
    /// Always `null`.
    message: Option<String>,
    /// Total number of orders.
    total_records: i64,
    total_pages: i64,
    /// Page number, from 1.
    page: u32,
    /// Maximum number of orders per page.
    limit: u32,
}

impl OrderList {
    fn new(data: Vec<Order>, total_records: i64, page: Paging) -> Self {
        Self {
            success: true,
            data,
            message: None,
            total_records,
            total_pages: pages(total_records, page.size),
            page: page.number,
            limit: page.size,
        }
    }
}

impl IntoResponse for OrderList {
    fn into_response(self) -> Response {
        axum::Json(self).into_response()
    }
}

/// Lists a page of the customer's orders, newest first.
#[utoipa::path(get, path = "/account/orders", tag = "account", params(OrdersQuery, PageQuery),
    security(("session" = [])),
    responses((status = 200, body = OrderList, description = "Page of orders",
        example = json!({"success": true, "message": null, "data": [Order::example(Status::Pending)],
            "totalRecords": 1, "totalPages": 1, "page": 1, "limit": 10}))))]
pub(crate) async fn list_orders(
    State(state): State<AppState>,
    customer: Customer,
    Query(query): Query<OrdersQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<OrderList> {
    let page = paging(&page)?;
    let request = ListOrdersRequest {
        page: Some(page.into()),
        status: parse_status(&query.status)?.map(Into::into).unwrap_or_default(),
        search: query.search,
    };
    let response = state
        .clients
        .order
        .clone()
        .list_orders(customer.request(request))
        .await?
        .into_inner();
    let orders = response
        .orders
        .into_iter()
        .map(|order| Order::new(order, state.default_language))
        .collect();
    Ok(OrderList::new(orders, response.total_records, page))
}

fn parse_status(text: &str) -> Result<Option<Status>, Failure> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let status = words::in_any_case(text.trim());
    status
        .map(Some)
        .ok_or_else(|| Failure::invalid_field("status", INVALID))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignores_blank_status_filters_and_rejects_unknown_ones() {
        assert_eq!(parse_status(" ").unwrap(), None);
        assert_eq!(parse_status("SHIPPED").unwrap(), Some(Status::Shipped));
        assert_eq!(parse_status("lost").unwrap_err().fields[0].0, "status");
    }
}
