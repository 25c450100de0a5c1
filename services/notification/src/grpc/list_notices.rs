//! Desk: returns a page of the caller's own notices.

use kit::{
    caller::StaffMember,
    cursor::{Fingerprint, Limit},
    failure::Failure,
    validation::FieldErrors,
};
use proto::notification::v1::{ListNoticesRequest, ListNoticesResponse};

use super::State;
use crate::store::notice::{self, Position};

pub(super) async fn handle(
    state: &State,
    member: StaffMember,
    request: ListNoticesRequest,
) -> Result<ListNoticesResponse, Failure> {
    let list = Fingerprint::new(&format!("notices {} {}", member.user, request.unread));
    let mut errors = FieldErrors::default();
    let limit = Limit::validate(&mut errors, request.limit);
    let after = errors.merge(list.decode::<Position>(&request.cursor)).flatten();
    errors.into_result()?;
    let mut connection = state.pool.acquire().await?;
    let (mut notices, total_records) = notice::page(
        &mut connection,
        member.user,
        request.unread,
        after.as_ref(),
        limit.rows(),
    )
    .await?;
    let next_cursor = list.next(limit, &mut notices, |last| Position {
        at: last.at,
        id: last.id,
    })?;
    Ok(ListNoticesResponse {
        notices: notices.into_iter().map(Into::into).collect(),
        next_cursor,
        total_records,
    })
}
