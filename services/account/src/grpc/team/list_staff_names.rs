//! Returns the names of active staff, or of present and former members by id.

use kit::{caller::Caller, domain::UserId, failure::Failure};
use proto::account::v1::{ListStaffNamesRequest, ListStaffNamesResponse};

use super::{State, convert};
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ListStaffNamesRequest,
) -> Result<ListStaffNamesResponse, Failure> {
    let users: Vec<UserId> = request.user_ids.iter().filter_map(|id| id.parse().ok()).collect();
    if users.is_empty() && !request.user_ids.is_empty() {
        return Ok(ListStaffNamesResponse::default());
    }
    let names = store::team::list_names(&mut *state.pool.acquire().await?, &users).await?;
    Ok(ListStaffNamesResponse {
        names: names.into_iter().map(convert::name).collect(),
    })
}
