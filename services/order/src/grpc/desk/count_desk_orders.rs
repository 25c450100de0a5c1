//! Counts the orders that the caller may read.

use kit::{caller::StaffCaller, failure::Failure};
use proto::order::v1::{CountDeskOrdersRequest, CountDeskOrdersResponse, OrderStatus, StatusCount};

use super::{State, filter};
use crate::{
    desk,
    order::Status,
    store::desk_list::{self, Counts},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CountDeskOrdersRequest,
) -> Result<CountDeskOrdersResponse, Failure> {
    let filter = filter::parse_alone(&actor, request.filter)?;
    let mut connection = state.pool.acquire().await?;
    let counts = desk_list::counts(&mut connection, &filter, &actor.to_string()).await?;
    let by_status = status_counts(&counts, desk::visible_statuses(&actor));
    Ok(CountDeskOrdersResponse {
        open: counts.open,
        new: counts.pending,
        delivering_tomorrow: counts.delivering_tomorrow,
        unpaid: counts.unpaid,
        mine: counts.mine,
        refund_due: counts.refund_due,
        all: by_status.iter().map(|one| one.count).sum(),
        by_status,
    })
}

/// Returns the counts of some statuses.
pub(super) fn status_counts(counts: &Counts, statuses: &[Status]) -> Vec<StatusCount> {
    let statuses = statuses.iter().map(|status| StatusCount {
        status: OrderStatus::from(*status).into(),
        count: of_status(counts, *status),
    });
    statuses.collect()
}

const fn of_status(counts: &Counts, status: Status) -> i64 {
    match status {
        Status::Pending => counts.pending,
        Status::Processing => counts.processing,
        Status::Shipped => counts.shipped,
        Status::Delivered => counts.delivered,
        Status::Completed => counts.completed,
        Status::Cancelled => counts.cancelled,
    }
}
