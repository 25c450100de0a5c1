//! Lists of the team.

use axum::extract::State;
use kit::{staff::StaffRole, validation::FieldErrors, vocabulary::account::StaffState};
use proto::account::{v1 as account, v1::ListStaffRequest};
use serde_json::{Value, json};
use utoipa::IntoParams;

use super::staff::{self, Staff};
use crate::{
    convert,
    desk::Member,
    envelope::{DeskList, Envelope},
    error::ApiResult,
    extract::QueryValues,
    people::full_name,
    state::AppState,
    words::{self, Role},
};

/// Filter of the team.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "described only; the values are parsed one by one")]
struct TeamFilter {
    /// Role.
    #[param(value_type = Option<Role>)]
    role: Option<String>,
    /// State.
    #[param(value_type = Option<words::StaffState>)]
    state: Option<String>,
    /// Part of a name or e-mail, 2 to 100 characters.
    q: Option<String>,
}

/// Lists the team, by name.
#[utoipa::path(get, path = "/team", tag = "desk", params(TeamFilter), security(("desk" = [])),
    responses((status = 200, body = DeskList<Staff>, description = "Team, at most 200",
        example = json!(DeskList::new(vec![Staff::example()], String::new(), 1)))))]
pub(crate) async fn list_team(
    State(state): State<AppState>,
    member: Member,
    query: QueryValues,
) -> ApiResult<DeskList<Staff>> {
    let mut errors = FieldErrors::default();
    let role = query.one(&mut errors, "role", |name| name.parse::<StaffRole>().ok());
    let status = query.one(&mut errors, "state", |word| word.parse::<StaffState>().ok());
    // The service takes any text, such as the e-mail of an invitation.
    let text = query.get("q").and_then(|text| errors.text::<2, 100>("q", text));
    errors.into_result()?;
    let request = member.request(ListStaffRequest {
        role: role.map(Into::into).unwrap_or_default(),
        state: status.map(Into::into).unwrap_or_default(),
        text: text.unwrap_or_default(),
        user_ids: Vec::new(),
    });
    let response = state.clients.team.clone().list_staff(request).await?.into_inner();
    let staff = staff::convert(&state, &member, response.staff).await?;
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
