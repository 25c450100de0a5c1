//! Remembered devices of the caller.

use axum::extract::State;
use http::HeaderMap;
use proto::account::v1::{ListDevicesRequest, RemoveDevicesRequest};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::Member,
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{PathOf, RecordId},
    state::AppState,
};

/// Remembered device, on which a sign-in needs no code.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Device {
    /// UUID.
    id: String,
    /// Browser and system.
    name: String,
    /// RFC 3339.
    created_at: Option<Instant>,
    /// RFC 3339.
    last_used_at: Option<Instant>,
    /// RFC 3339.
    expires_at: Option<Instant>,
    /// Whether it is the device of the request.
    is_current: bool,
}

fn example() -> Value {
    json!([{"id": "01936b2e-7c00-7000-8000-000000000021", "name": "Chrome, Windows",
        "createdAt": "2026-11-20T08:00:00Z", "lastUsedAt": "2026-11-23T08:00:00Z",
        "expiresAt": "2026-12-04T08:00:00Z", "isCurrent": true}])
}

/// Lists the caller's remembered devices, newest first.
#[utoipa::path(get, path = "/me/devices", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<Device>>, description = "Devices, at most 100",
        example = json!(Envelope::new(example())))))]
pub(crate) async fn list_devices(
    State(state): State<AppState>,
    member: Member,
    headers: HeaderMap,
) -> ApiResult<Envelope<Vec<Device>>> {
    let device_token = state.desk.cookies.tokens(&headers).device;
    let request = member.request(ListDevicesRequest { device_token });
    let response = state.clients.desk.clone().list_devices(request).await?;
    let devices = response.into_inner().devices.into_iter();
    let devices = devices.map(|device| Device {
        id: device.id,
        name: device.name,
        created_at: convert::moment(device.created_at),
        last_used_at: convert::moment(device.last_used_at),
        expires_at: convert::moment(device.expires_at),
        is_current: device.is_current,
    });
    Ok(Envelope::new(devices.collect()))
}

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
