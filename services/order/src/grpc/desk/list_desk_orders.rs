//! Returns a page of the orders that the caller may read.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    cursor::{Fingerprint, Limit},
    failure::Failure,
    validation::FieldErrors,
    vocabulary::ProtobufWord as _,
};
use prost::Message as _;
use proto::order::v1::{ListDeskOrdersRequest, ListDeskOrdersResponse};
use serde_json::json;

use super::{State, convert, filter};
use crate::store::desk_list::{self, Position, Sort};

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
    let limit = Limit::validate(&mut errors, request.limit);
    let after = errors.merge(list.decode::<Position>(&request.cursor)).flatten();
    let filter = filter::parse(&mut errors, &actor, request.filter);
    errors.into_result()?;

    change::run(&state.pool, async |connection| {
        let mut page = desk_list::page(connection, &filter, sort, after.as_ref(), limit.rows()).await?;
        let total_records = desk_list::count(connection, &filter).await?;
        let next_cursor = list.next(limit, &mut page, |last| desk_list::position(sort, last))?;
        let orders = page.into_iter().map(|summary| convert::row(&actor, summary));
        let response = ListDeskOrdersResponse {
            orders: orders.collect(),
            next_cursor,
            total_records,
        };
        if request.is_export {
            return Ok(Effect::none().with(response));
        }
        Ok(Effect::audited(&actor, "ListAllOrders", "*", detail).with(response))
    })
    .await
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
