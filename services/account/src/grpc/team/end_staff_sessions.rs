//! Ends all sessions of a member.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::account::v1::{EndStaffSessionsRequest, EndStaffSessionsResponse};

use super::{State, member};
use crate::{events::publish_ended, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: EndStaffSessionsRequest,
) -> Result<EndStaffSessionsResponse, Failure> {
    change::run(&state.pool, async |connection| {
        let user = member(connection, &request.user_id).await?.user;
        let ended = store::desk_session::end_all(connection, user, true).await?;
        publish_ended(connection, ended).await?;
        let effect = Effect::audited(&actor, "EndSessions", user.to_string(), serde_json::json!({}));
        Ok(effect.with(EndStaffSessionsResponse {}))
    })
    .await
}
