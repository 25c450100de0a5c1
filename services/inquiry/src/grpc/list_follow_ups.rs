//! Staff: returns the planned calls and visits of some days.

use kit::{
    caller::StaffCaller,
    failure::Failure,
    validation::{FieldErrors, OUT_OF_RANGE, REQUIRED},
};
use proto::inquiry::v1::{
    InboxFilter, ListFollowUpsRequest, ListFollowUpsResponse, list_follow_ups_response::CalendarEntry,
};
use time::Duration;

use super::{State, details, filter};
use crate::store;

/// Maximum number of days.
const MAX_DAYS: i64 = 62;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ListFollowUpsRequest,
) -> Result<ListFollowUpsResponse, Failure> {
    let mut errors = FieldErrors::default();
    errors.ensure(!request.from.is_empty(), "from", REQUIRED);
    errors.ensure(!request.to.is_empty(), "to", REQUIRED);
    let requested = InboxFilter {
        from: request.from,
        to: request.to,
        store_ids: request.store_ids,
        assignees: request.assignees,
        ..InboxFilter::default()
    };
    let filter = filter::filter(&mut errors, &actor, &requested);
    if let (Some(from), Some(to)) = (filter.from, filter.to) {
        errors.ensure(to - from <= Duration::days(MAX_DAYS), "to", OUT_OF_RANGE);
    }
    errors.into_result()?;
    let mut connection = state.pool.acquire().await?;
    let now = store::inquiry::now(&mut connection).await?;
    let entries = store::follow_up::calendar(&mut connection, &filter).await?;
    Ok(ListFollowUpsResponse {
        entries: entries
            .into_iter()
            .map(|(step, inquiry)| CalendarEntry {
                step: Some(step.into()),
                inquiry: Some(details::row(inquiry, now, true)),
            })
            .collect(),
    })
}
