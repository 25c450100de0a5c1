//! `GET orders`.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::order::v1::{DeskOrderSort, ListDeskOrdersRequest};

use super::{
    filter::{self, OrderFilter},
    row::{self, OrderRow},
};
use crate::{
    desk::{Member, QueryValues},
    envelope::DeskList,
    error::ApiResult,
    state::AppState,
};

/// Lists the orders that the role may read.
#[utoipa::path(get, path = "/orders", tag = "desk", security(("desk" = [])),
    params(OrderFilter,
        ("sort" = Option<String>, Query, description = "`-date` (default), `date`, `delivery`, `total` or `-total`"),
        ("cursor" = Option<String>, Query, description = "`nextCursor` of the page before"),
        ("limit" = Option<u32>, Query, description = "1 to 100, 50 by default")),
    responses((status = 200, body = DeskList<OrderRow>, description = "Page of orders",
        example = json!(DeskList::new(vec![OrderRow::example()], String::new(), 1)))))]
pub(crate) async fn list_desk_orders(
    State(state): State<AppState>,
    member: Member,
    query: QueryValues,
) -> ApiResult<DeskList<OrderRow>> {
    let mut errors = FieldErrors::default();
    let page = query.page(&mut errors);
    let sort = query.one(&mut errors, "sort", sort);
    let filter = filter::parse(&mut errors, &query, &member);
    errors.into_result()?;
    let request = member.request(ListDeskOrdersRequest {
        filter: Some(filter),
        sort: sort.unwrap_or_default().into(),
        cursor: page.cursor,
        limit: page.limit,
    });
    let response = state.clients.desk_order.clone().list_desk_orders(request).await?;
    let list = response.into_inner();
    let rows = row::rows(&state, &member, list.orders).await?;
    Ok(DeskList::new(rows, list.next_cursor, list.total_records))
}

fn sort(name: &str) -> Option<DeskOrderSort> {
    match name {
        "-date" => Some(DeskOrderSort::DateDescending),
        "date" => Some(DeskOrderSort::Date),
        "delivery" => Some(DeskOrderSort::Delivery),
        "total" => Some(DeskOrderSort::Total),
        "-total" => Some(DeskOrderSort::TotalDescending),
        _ => None,
    }
}
