//! Returns the team, by name.

use kit::{
    caller::StaffCaller,
    domain::UserId,
    failure::Failure,
    search::fold,
    staff::StaffRole,
    validation::FieldErrors,
    vocabulary::{ProtobufWord as _, account::StaffState},
};
use proto::account::v1::{ListStaffRequest, ListStaffResponse};

use super::{State, convert, to_staff};
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: ListStaffRequest,
) -> Result<ListStaffResponse, Failure> {
    let mut errors = FieldErrors::default();
    let role = errors.word::<StaffRole>("role", request.role);
    errors.into_result()?;
    let users: Vec<UserId> = request.user_ids.iter().filter_map(|id| id.parse().ok()).collect();
    if users.is_empty() && !request.user_ids.is_empty() {
        return Ok(ListStaffResponse::default());
    }
    let only = StaffState::known(request.state);
    let members = store::team::list(&mut *state.pool.acquire().await?, &users).await?;
    let text = fold(&request.text);
    // A team has at most 200 members, so that one query serves all filters.
    let members = members
        .into_iter()
        .filter(|member| role.is_none_or(|role| member.role == role))
        .filter(|member| only.is_none_or(|only| convert::state(member) == only))
        .filter(|member| {
            let searched = format!("{} {} {}", member.name, member.lastname, member.email);
            fold(&searched).contains(&text)
        })
        .collect();
    let staff = to_staff(state, members).await;
    Ok(ListStaffResponse { staff })
}
