//! People who look at a record, in responses.

use crate::{desk::Member, error::ApiResult, live::Record, state::AppState};

/// Person who looks at a record.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct LookingPerson {
    /// UUID of the user.
    id: String,
    /// First and last name.
    name: String,
    /// Whether the person edits it.
    is_editing: bool,
}

/// Returns the other people who look at a record.
pub(super) async fn people(
    state: &AppState,
    member: &Member,
    record: &Record,
) -> ApiResult<Vec<LookingPerson>> {
    let looking = state.desk.live.people(record, member.session.user_id);
    let ids: Vec<_> = looking.iter().map(|person| person.user.to_string()).collect();
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, ids.iter().map(String::as_str))
        .await?;
    let people = looking.iter().zip(ids).map(|(person, id)| LookingPerson {
        name: names.person(&id).map(|person| person.name).unwrap_or_default(),
        id,
        is_editing: person.is_editing,
    });
    Ok(people.collect())
}
