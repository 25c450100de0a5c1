//! Lists of the team.

use axum::extract::State;
use kit::{staff::StaffRole, validation::FieldErrors, vocabulary::account::StaffState};
use proto::account::{v1 as account, v1::ListStaffRequest};
use serde_json::{Value, json};

use super::staff::{self, Staff};
use crate::{
    convert,
    desk::Member,
    envelope::{DeskList, Envelope},
    error::ApiResult,
    extract::Filter,
    people::full_name,
    state::AppState,
    words::{self, Role},
};

/// Filter of the team.
#[filter]
pub(crate) struct TeamFilter {
    /// Role.
    #[param(value_type = Option<Role>)]
    role: Option<StaffRole>,
    /// State.
    #[param(value_type = Option<words::StaffState>)]
    state: Option<StaffState>,
    /// Part of a name or e-mail, 2 to 100 characters.
    q: String,
}

/// Lists the team, by name.
#[utoipa::path(get, path = "/team", tag = "desk", params(TeamFilter), security(("desk" = [])),
    responses((status = 200, body = DeskList<Staff>, description = "Team, at most 200",
        example = json!(DeskList::new(vec![Staff::example()], String::new(), 1)))))]
pub(crate) async fn list_team(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<TeamFilter>,
) -> ApiResult<DeskList<Staff>> {
    // The service takes any text, such as the e-mail of an invitation.
    let mut errors = FieldErrors::default();
    if !filter.q.is_empty() {
        errors.text::<2, 100>("q", &filter.q);
    }
    errors.into_result()?;
    let request = member.request(ListStaffRequest {
        role: filter.role.map(Into::into).unwrap_or_default(),
        state: filter.state.map(Into::into).unwrap_or_default(),
        text: filter.q,
        user_ids: Vec::new(),
    });
    let response = state.clients.team.clone().list_staff(request).await?.into_inner();
    let staff = staff::convert(&state, &member, response.staff).await;
    let total = i64::try_from(staff.len()).unwrap_or(i64::MAX);
    Ok(DeskList::new(staff, String::new(), total))
}

/// Name of a member of the team.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct TeamName {
    /// UUID of the user.
    id: String,
    /// First and last name.
    name: String,
    /// Role.
    role: Option<Role>,
    /// UUID of the store.
    store_id: Option<String>,
    /// Whether the member has a stream open.
    is_online: bool,
}

fn example() -> Value {
    json!([{"id": "01936b2e-7c00-7000-8000-000000000001", "name": "Nigar Əliyeva", "role": "sales",
        "storeId": null, "isOnline": true}])
}

/// Lists the names of the active team, for assignments and mentions.
#[utoipa::path(get, path = "/team/names", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<TeamName>>, description = "Names, at most 200",
        example = json!(Envelope::new(example())))))]
pub(crate) async fn list_team_names(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<Vec<TeamName>>> {
    let request = member.request(account::ListStaffNamesRequest { user_ids: Vec::new() });
    let response = state.clients.team.clone().list_staff_names(request).await?;
    let names = response.into_inner().names.into_iter();
    let names = names.map(|name| TeamName {
        name: full_name(&name),
        role: Role::of_optional_number(name.role),
        is_online: name
            .user_id
            .parse()
            .is_ok_and(|user| state.desk.live.is_online(user)),
        id: name.user_id,
        store_id: convert::non_empty(name.store_id),
    });
    Ok(Envelope::new(names.collect()))
}
