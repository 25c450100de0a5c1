//! `DELETE team/{id}`.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::account::v1::RemoveStaffRequest;
use utoipa::IntoParams;

use super::staff::{by_id, first};
use crate::{
    desk::{Member, is_stale, present_on_conflict},
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{PathOf, QueryValues, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Version of a record.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(
    dead_code,
    reason = "described only; the value is parsed with the field errors of the desk"
)]
struct PresentVersion {
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
    id: PathOf<RecordId>,
    query: QueryValues,
) -> ApiResult<Acknowledgement> {
    let mut errors = FieldErrors::default();
    let version = query.version(&mut errors);
    let version = errors.finish(version)?;
    let user_id = id.get("STAFF.NOT_FOUND")?.to_string();
    let present = by_id(&user_id);
    let request = member.request(RemoveStaffRequest { user_id, version });
    let removed = state.clients.team.clone().remove_staff(request).await;
    present_on_conflict(removed, is_stale, || first(&state, &member, present)).await?;
    Ok(Acknowledgement::success())
}
