//! `GET orders`.

use axum::extract::State;
use kit::{validation::FieldErrors, vocabulary::order::Sort};
use proto::order::v1::ListDeskOrdersRequest;

use super::{
    filter::{self, OrderFilter},
    row::{self, OrderRow},
};
use crate::{
    desk::Member, envelope::DeskList, error::ApiResult, extract::QueryValues, state::AppState,
    words::OrderSort,
};

/// Lists the orders that the role may read.
#[utoipa::path(get, path = "/orders", tag = "desk", security(("desk" = [])),
    params(OrderFilter,
        ("sort" = inline(Option<OrderSort>), Query, description = "Order, by default `-date`"),
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
    let sort = query.one(&mut errors, "sort", |word| word.parse::<Sort>().ok());
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
