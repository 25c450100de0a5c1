//! `DELETE me/devices`.

use axum::extract::State;
use proto::account::v1::RemoveDevicesRequest;

use crate::{desk::Member, envelope::Acknowledgement, error::ApiResult, state::AppState};

/// Forgets all of the caller's remembered devices.
#[utoipa::path(delete, path = "/me/devices", tag = "desk", security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Devices forgotten",
        example = Acknowledgement::success)))]
pub(crate) async fn remove_devices(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Acknowledgement> {
    let request = member.request(RemoveDevicesRequest {
        device_id: String::new(),
    });
    state.clients.desk.clone().remove_devices(request).await?;
    Ok(Acknowledgement::success())
}
