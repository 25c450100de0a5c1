//! `GET team/names`.

use axum::extract::State;
use proto::account::v1 as account;
use serde_json::{Value, json};

use crate::{
    convert, desk::Member, envelope::Envelope, error::ApiResult, people::full_name, state::AppState,
    words::Role,
};

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
