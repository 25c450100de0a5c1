//! Ends all sessions of a member.

use kit::{audit, caller::StaffCaller, failure::Failure};
use proto::account::v1::{EndStaffSessionsRequest, EndStaffSessionsResponse};

use super::{State, member};
use crate::{events::publish_ended, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: EndStaffSessionsRequest,
) -> Result<EndStaffSessionsResponse, Failure> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    let present = member(&mut transaction, &request.user_id).await?;
    let ended = store::desk_session::end_all(&mut transaction, present.user).await?;
    publish_ended(&mut transaction, ended).await?;
    let (subject, detail) = (present.user.to_string(), serde_json::json!({}));
    audit::record(&mut transaction, &actor, "EndSessions", &subject, detail).await?;
    transaction.commit().await?;
    Ok(EndStaffSessionsResponse {})
}
