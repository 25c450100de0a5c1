//! Creates or replaces a view.

use kit::{
    caller::{Actor, StaffMember},
    change::{self, Effect},
    failure::{Code, Failure},
    validation::{FieldErrors, TOO_LONG},
};
use proto::account::v1::{self as wire, SaveViewRequest, SaveViewResponse};
use serde_json::json;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{State, check_change, check_sharing, parse_id, parse_screen, unknown};
use crate::{
    error::AccountError,
    store::{self, view::View},
};

/// Maximum number of views of a member on a screen.
const MAX_VIEWS: i64 = 50;

/// Maximum number of columns of a view.
const MAX_COLUMNS: usize = 50;

/// Maximum length of the name of a column.
const MAX_COLUMN_LENGTH: usize = 60;

pub(super) async fn handle(
    state: &State,
    member: StaffMember,
    request: SaveViewRequest,
) -> Result<SaveViewResponse, Failure> {
    let view = decode(&member, request.view.unwrap_or_default())?;
    check_sharing(&member, view.is_shared)?;
    change::run(&state.pool, async |connection| {
        save(connection, &member, view).await
    })
    .await
}

fn decode(member: &StaffMember, view: wire::View) -> Result<View, Failure> {
    let screen = parse_screen(&view.screen)?;
    let id = parse_id(&view.id)?;
    let mut errors = FieldErrors::default();
    let name = errors.line::<1, 60>("name", &view.name);
    let filter = errors.line::<0, 2_000>("filter", &view.filter);
    let is_short = |column: &String| column.chars().count() <= MAX_COLUMN_LENGTH;
    errors.ensure(
        view.columns.len() <= MAX_COLUMNS && view.columns.iter().all(is_short),
        "columns",
        TOO_LONG,
    );
    let (name, filter) = errors.finish((name, filter))?;
    Ok(View {
        id,
        screen,
        owner: member.user,
        name,
        filter,
        columns: view.columns,
        is_shared: view.is_shared,
        version: view.version,
        changed_at: OffsetDateTime::UNIX_EPOCH,
    })
}

async fn save(
    connection: &mut PgConnection,
    member: &StaffMember,
    mut view: View,
) -> Result<Effect<SaveViewResponse>, Failure> {
    let present = store::view::lock(connection, view.id).await?;
    let was_shared = present.as_ref().map(|present| present.is_shared);
    match present {
        Some(present) => {
            check_change(member, &present, view.screen)?;
            if present.version != view.version {
                return Err(AccountError::Changed.into());
            }
            view.owner = present.owner;
        }
        None if view.version != 0 => return Err(unknown()),
        None => {
            if store::view::count_own(connection, view.screen, member.user).await? >= MAX_VIEWS {
                return Err(Failure::with_reason(Code::Conflict, "VIEW.TOO_MANY"));
            }
        }
    }
    view.version += 1;
    // A parallel call has created it.
    if !store::view::save(connection, &view).await? {
        return Err(AccountError::Changed.into());
    }
    // The name and the filter may have a customer's name.
    let detail = json!({"isShared": [was_shared, view.is_shared]});
    let effect = Effect::audited(&Actor::Member(*member), "SaveView", view.screen.name(), detail);
    let saved = store::view::lock(connection, view.id).await?.map(Into::into);
    Ok(effect.with(SaveViewResponse { view: saved }))
}
