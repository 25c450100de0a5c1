//! `DELETE me/devices/{id}`.

use axum::extract::State;
use proto::account::v1::RemoveDevicesRequest;

use crate::{
    desk::Member,
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{PathOf, RecordId},
    state::AppState,
};

/// Forgets one of the caller's remembered devices.
#[utoipa::path(delete, path = "/me/devices/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the device")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Device forgotten",
        example = Acknowledgement::success)))]
pub(crate) async fn remove_device(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Acknowledgement> {
    let request = member.request(RemoveDevicesRequest {
        device_id: id.get("ERROR.NOT_FOUND")?.to_string(),
    });
    state.clients.desk.clone().remove_devices(request).await?;
    Ok(Acknowledgement::success())
}
