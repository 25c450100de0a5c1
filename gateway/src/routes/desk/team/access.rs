//! Ends of the access of a member.

use axum::extract::State;
use kit::domain::UserId;
use proto::account::v1::{EndStaffSessionsRequest, RemoveStaffRequest, ResetSecondFactorRequest};

use super::staff::{Staff, by_id, convert_one, first};
use crate::{
    desk::{Member, is_stale, present_on_conflict},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Filter, NoFields, PathOf},
    openapi::ErrorResponse,
    state::AppState,
};

/// Version of a record.
#[filter]
pub(crate) struct PresentVersion {
    /// Present version.
    version: i64,
}

/// Ends the role of a member or withdraws an invitation; the account stays.
#[utoipa::path(delete, path = "/team/{id}", tag = "desk",
    params(("id" = String, Path, description = "User id"), PresentVersion),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Role ended",
        example = Acknowledgement::success),
        ErrorResponse::<409>))]
pub(crate) async fn remove_staff(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<UserId>,
    Filter(PresentVersion { version }): Filter<PresentVersion>,
) -> ApiResult<Acknowledgement> {
    let user = id.get("STAFF.NOT_FOUND")?;
    let user_id = user.to_string();
    let present = by_id(&user_id);
    let request = member.request(RemoveStaffRequest { user_id, version });
    let removed = state.clients.team.clone().remove_staff(request).await;
    present_on_conflict(removed, is_stale, || first(&state, &member, present)).await?;
    state.invalidate_member(user);
    Ok(Acknowledgement::success())
}

/// Removes the second factors, recovery codes, devices and sessions of a member.
#[utoipa::path(post, path = "/team/{id}/reset-second-factor", tag = "desk",
    params(("id" = String, Path, description = "User id")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Staff>, description = "Member",
        example = json!(Envelope::new(Staff::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn reset_second_factor(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<UserId>,
    _: NoFields,
) -> ApiResult<Envelope<Staff>> {
    let user = id.get("STAFF.NOT_FOUND")?;
    let request = member.request(ResetSecondFactorRequest {
        user_id: user.to_string(),
    });
    let response = state.clients.team.clone().reset_second_factor(request).await?;
    state.invalidate_member(user);
    let staff = convert_one(&state, &member, response.into_inner().staff).await?;
    Ok(Envelope::new(staff))
}

/// Ends all sessions of a member.
#[utoipa::path(delete, path = "/team/{id}/sessions", tag = "desk",
    params(("id" = String, Path, description = "User id")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Sessions ended",
        example = Acknowledgement::success)))]
pub(crate) async fn end_staff_sessions(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<UserId>,
) -> ApiResult<Acknowledgement> {
    let user = id.get("STAFF.NOT_FOUND")?;
    let request = member.request(EndStaffSessionsRequest {
        user_id: user.to_string(),
    });
    state.clients.team.clone().end_staff_sessions(request).await?;
    state.invalidate_member(user);
    Ok(Acknowledgement::success())
}
