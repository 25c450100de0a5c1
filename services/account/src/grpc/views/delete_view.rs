//! Deletes a view.

use kit::{
    caller::{Actor, StaffMember},
    change::{self, Effect},
    failure::Failure,
};
use proto::account::v1::{DeleteViewRequest, DeleteViewResponse};
use serde_json::json;

use super::{State, check_change, parse_id, parse_screen, unknown};
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    member: StaffMember,
    request: DeleteViewRequest,
) -> Result<DeleteViewResponse, Failure> {
    let screen = parse_screen(&request.screen)?;
    let id = parse_id(&request.id)?;
    change::run(&state.pool, async |connection| {
        let view = store::view::lock(connection, id).await?.ok_or_else(unknown)?;
        check_change(&member, &view, screen)?;
        if view.version != request.version {
            return Err(AccountError::Changed.into());
        }
        store::view::delete(connection, id).await?;
        // The name and the filter may have a customer's name.
        let detail = json!({"isShared": [view.is_shared, null]});
        let effect = Effect::audited(&Actor::Member(member), "DeleteView", screen.name(), detail);
        Ok::<_, Failure>(effect.with(DeleteViewResponse {}))
    })
    .await
}
