//! `POST team/{id}/reset-second-factor`.

use axum::extract::State;
use proto::account::v1::ResetSecondFactorRequest;

use super::staff::{Staff, convert_one};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{NoFields, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

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
    id: PathOf<RecordId>,
    _: NoFields,
) -> ApiResult<Envelope<Staff>> {
    let request = member.request(ResetSecondFactorRequest {
        user_id: id.get("STAFF.NOT_FOUND")?.to_string(),
    });
    let response = state.clients.team.clone().reset_second_factor(request).await?;
    let staff = convert_one(&state, &member, response.into_inner().staff).await?;
    Ok(Envelope::new(staff))
}
