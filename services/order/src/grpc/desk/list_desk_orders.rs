//! Returns a page of the orders that the caller may read.

use kit::{
    audit,
    caller::StaffCaller,
    cursor::Fingerprint,
    failure::{Code, Failure},
    validation::{FieldErrors, OUT_OF_RANGE},
    vocabulary::ProtobufWord as _,
};
use prost::Message as _;
use proto::order::v1::{ListDeskOrdersRequest, ListDeskOrdersResponse};
use serde_json::json;

use super::{State, convert, filter};
use crate::{
    error::OrderError,
    store::desk_list::{self, Position, Sort},
};

/// Maximum size of a page.
const MAX_LIMIT: u32 = 100;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ListDeskOrdersRequest,
) -> Result<ListDeskOrdersResponse, Failure> {
    let sort = Sort::known(request.sort).unwrap_or_default();
    let list = fingerprint(&request);
    let detail = json!({
        "filter": filter_names(&request), "sort": format!("{sort:?}"), "limit": request.limit,
    });
    let mut errors = FieldErrors::default();
    errors.ensure((1..=MAX_LIMIT).contains(&request.limit), "limit", OUT_OF_RANGE);
    let after = errors.merge(list.decode::<Position>(&request.cursor)).flatten();
    let filter = filter::parse(&mut errors, &actor, request.filter);
    errors.into_result()?;

    let mut transaction = kit::database::begin(&state.pool).await?;
    audit::record(&mut transaction, &actor, "ListAllOrders", "*", detail).await?;
    let limit = usize::try_from(request.limit).unwrap_or(usize::MAX);
    let mut page = desk_list::page(
        &mut transaction,
        &filter,
        sort,
        after.as_ref(),
        i64::from(request.limit) + 1,
    )
    .await?;
    let total_records = desk_list::count(&mut transaction, &filter).await?;
    transaction.commit().await.map_err(OrderError::Database)?;

    let is_last = page.len() <= limit;
    page.truncate(limit);
    let next_cursor = match page.last() {
        Some(last) if !is_last => list
            .encode(&desk_list::position(sort, last))
            .ok_or_else(|| Failure::new(Code::Internal).with_source("the cursor cannot be encoded"))?,
        _ => String::new(),
    };
    Ok(ListDeskOrdersResponse {
        orders: page
            .into_iter()
            .map(|facts| convert::row(&actor, facts))
            .collect(),
        next_cursor,
        total_records,
    })
}

/// Returns the fingerprint of the filter and the sort.
fn fingerprint(request: &ListDeskOrdersRequest) -> Fingerprint {
    let filter = request.filter.clone().unwrap_or_default().encode_to_vec();
    let sort = Sort::known(request.sort).unwrap_or_default();
    Fingerprint::new(&format!("orders {sort:?} {filter:?}"))
}

/// Returns the names of the set filters for the audit log. Their values may be personal.
fn filter_names(request: &ListDeskOrdersRequest) -> Vec<&'static str> {
    let Some(filter) = &request.filter else {
        return Vec::new();
    };
    [
        ("status", !filter.statuses.is_empty()),
        ("payment", !filter.payment_statuses.is_empty()),
        ("assignee", !filter.assignees.is_empty()),
        ("source", !filter.sources.is_empty()),
        ("customer", !filter.phones.is_empty() || !filter.emails.is_empty()),
        ("from", filter.ordered_from.is_some()),
        ("to", filter.ordered_before.is_some()),
        ("deliveryFrom", !filter.delivery_from.is_empty()),
        ("deliveryTo", !filter.delivery_to.is_empty()),
        ("hasDelivery", filter.has_delivery.is_some()),
        ("q", !filter.query.is_empty()),
    ]
    .into_iter()
    .filter_map(|(name, is_set)| is_set.then_some(name))
    .collect()
}
