//! Ends the role of a member, or withdraws an invitation; the account stays.

use std::collections::HashMap;

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    staff::StaffRole,
};
use proto::account::v1::{RemoveStaffRequest, RemoveStaffResponse};

use super::{HAS_OPEN_QUOTES, OWNER_BY_COMMAND, State, conflict, has_open_quotes, member};
use crate::{
    error::AccountError,
    events::{self, publish_ended},
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: RemoveStaffRequest,
) -> Result<RemoveStaffResponse, Failure> {
    // The call needs no connection of the database, and its outcome matters only after the checks below.
    let open_quotes = match request.user_id.parse() {
        Ok(user) => state.inquiry.count_open_quotes(&[user]).await,
        Err(_) => Ok(HashMap::new()),
    };
    change::run(&state.pool, async |connection| {
        store::team::lock(connection).await?;
        let present = member(connection, &request.user_id).await?;
        if present.version != request.version {
            return Err(AccountError::Changed.into());
        }
        if present.role == StaffRole::Owner {
            return Err(conflict(OWNER_BY_COMMAND));
        }
        if has_open_quotes(open_quotes, present.user)? {
            return Err(conflict(HAS_OPEN_QUOTES));
        }
        let ended = store::desk_session::end_all(connection, present.user, true).await?;
        publish_ended(connection, ended).await?;
        store::team::delete(connection, present.user).await?;
        store::team::clear_shop_role(connection, present.user).await?;
        let event = events::staff_changed(present.user, None, false, &actor);
        kit::events::append(connection, &event).await?;
        let detail = serde_json::json!({ "role": [present.role.name(), null] });
        let effect = Effect::audited(&actor, "RemoveStaff", present.user.to_string(), detail);
        Ok(effect.with(RemoveStaffResponse {}))
    })
    .await
}
