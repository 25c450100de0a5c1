//! Staff: counts the inquiries of the inbox.

use kit::{caller::StaffCaller, domain::UserId, failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::{CountInboxRequest, CountInboxResponse, InboxDueCount, InboxStatusCount};

use super::{State, filter};
use crate::{
    store::{
        self,
        inbox::{self, Count},
    },
    work::{Due, Status},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CountInboxRequest,
) -> Result<CountInboxResponse, Failure> {
    let mut errors = FieldErrors::default();
    let requested = request.filter.unwrap_or_default();
    let mut filter = filter::filter(&mut errors, &actor, &requested);
    errors.into_result()?;
    let mut connection = state.pool.acquire().await?;
    filter.resolve(&mut connection).await?;
    let now = store::inquiry::now(&mut connection).await?;
    let user = actor.user().map(UserId::uuid);
    let counts = inbox::count(&mut connection, &filter, now, user).await?;
    let sum = |is_counted: &dyn Fn(&Count) -> bool| -> i64 {
        counts
            .iter()
            .filter(|count| is_counted(count))
            .map(|count| count.inquiries)
            .sum()
    };
    let is_open = |count: &Count| count.due != Due::Done.name();
    Ok(CountInboxResponse {
        by_due: Due::ALL
            .into_iter()
            .map(|due| InboxDueCount {
                due: due.into(),
                count: sum(&|count| count.due == due.name()),
            })
            .collect(),
        by_status: Status::ALL
            .into_iter()
            .map(|status| InboxStatusCount {
                status: status.into(),
                count: sum(&|count| count.status == status.name()),
            })
            .collect(),
        mine: sum(&|count| count.is_own && is_open(count)),
        unassigned: sum(&|count| count.is_unassigned && is_open(count)),
    })
}
