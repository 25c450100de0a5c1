//! Desk: returns the number of the caller's own unread notices.

use kit::{caller::StaffMember, failure::Failure};
use proto::notification::v1::{CountNoticesRequest, CountNoticesResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    member: StaffMember,
    _: CountNoticesRequest,
) -> Result<CountNoticesResponse, Failure> {
    let unread = store::notice::unread(&mut *state.pool.acquire().await?, member.user).await?;
    Ok(CountNoticesResponse { unread })
}
