//! Ends the role of a member, or withdraws an invitation; the account stays.

use std::collections::HashMap;

use kit::{audit, caller::StaffCaller, failure::Failure, staff::StaffRole};
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
    let mut transaction = kit::database::begin(&state.pool).await?;
    store::team::lock(&mut transaction).await?;
    let present = member(&mut transaction, &request.user_id).await?;
    if present.version != request.version {
        return Err(AccountError::Changed.into());
    }
    if present.role == StaffRole::Owner {
        return Err(conflict(OWNER_BY_COMMAND));
    }
    if has_open_quotes(open_quotes, present.user)? {
        return Err(conflict(HAS_OPEN_QUOTES));
    }
    let ended = store::desk_session::end_all(&mut transaction, present.user).await?;
    publish_ended(&mut transaction, ended).await?;
    store::team::delete(&mut transaction, present.user).await?;
    store::team::clear_shop_role(&mut transaction, present.user).await?;
    let event = events::staff_changed(present.user, None, false, &actor);
    kit::events::append(&mut transaction, &event).await?;
    let detail = serde_json::json!({ "role": [present.role.name(), null] });
    let subject = present.user.to_string();
    audit::record(&mut transaction, &actor, "RemoveStaff", &subject, detail).await?;
    transaction.commit().await?;
    Ok(RemoveStaffResponse {})
}
