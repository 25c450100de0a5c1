//! `DELETE team/{id}/sessions`.

use axum::extract::State;
use proto::account::v1::EndStaffSessionsRequest;

use crate::{
    desk::Member,
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{PathOf, RecordId},
    state::AppState,
};

/// Ends all sessions of a member.
#[utoipa::path(delete, path = "/team/{id}/sessions", tag = "desk",
    params(("id" = String, Path, description = "User id")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Sessions ended",
        example = Acknowledgement::success)))]
pub(crate) async fn end_staff_sessions(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Acknowledgement> {
    let request = member.request(EndStaffSessionsRequest {
        user_id: id.get("STAFF.NOT_FOUND")?.to_string(),
    });
    state.clients.team.clone().end_staff_sessions(request).await?;
    Ok(Acknowledgement::success())
}
