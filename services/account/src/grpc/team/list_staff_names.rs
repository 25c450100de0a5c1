//! Returns the names of active staff, or of users by id.

use kit::{
    caller::{Caller, CallerKind},
    domain::UserId,
    failure::Failure,
};
use proto::account::v1::{ListStaffNamesRequest, ListStaffNamesResponse};
use tonic::Request;

use super::{State, convert};
use crate::store;

pub(super) async fn handle(
    state: &State,
    request: Request<ListStaffNamesRequest>,
) -> Result<ListStaffNamesResponse, Failure> {
    let caller = Caller::from_request(&request)?;
    if !matches!(caller.kind, CallerKind::Service(_)) {
        caller.require_staff()?;
    }
    let request = request.get_ref();
    let users: Vec<UserId> = request.user_ids.iter().filter_map(|id| id.parse().ok()).collect();
    if users.is_empty() && !request.user_ids.is_empty() {
        return Ok(ListStaffNamesResponse::default());
    }
    let names = store::team::list_names(&mut *state.pool.acquire().await?, &users).await?;
    Ok(ListStaffNamesResponse {
        names: names.into_iter().map(convert::name).collect(),
    })
}
