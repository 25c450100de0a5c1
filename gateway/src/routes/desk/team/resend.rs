//! `POST team/{id}/resend-invitation`.

use axum::extract::State;
use proto::account::v1::ResendInvitationRequest;

use super::staff::{Staff, convert_one};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Keyed, NoFields, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Sends an invitation again; its earlier link becomes invalid.
#[utoipa::path(post, path = "/team/{id}/resend-invitation", tag = "desk",
    params(("id" = String, Path, description = "User id"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Staff>, description = "Invited member",
        example = json!(Envelope::new(Staff::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn resend_invitation(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, _): Keyed<NoFields>,
) -> ApiResult<Envelope<Staff>> {
    let request = member.request(ResendInvitationRequest {
        idempotency_key: key,
        user_id: id.get("STAFF.NOT_FOUND")?.to_string(),
    });
    let response = state.clients.team.clone().resend_invitation(request).await?;
    let staff = convert_one(&state, &member, response.into_inner().staff).await?;
    Ok(Envelope::new(staff))
}
