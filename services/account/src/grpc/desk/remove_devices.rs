//! Forgets one or all of the caller's remembered devices.

use kit::{caller::StaffMember, domain::DeviceId, failure::Failure};
use proto::account::v1::{RemoveDevicesRequest, RemoveDevicesResponse};

use super::State;
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    StaffMember { user, .. }: StaffMember,
    request: RemoveDevicesRequest,
) -> Result<RemoveDevicesResponse, Failure> {
    let device: Option<DeviceId> = match request.device_id.as_str() {
        "" => None,
        id => Some(id.parse().map_err(|_| AccountError::NotFound)?),
    };
    let deleted =
        store::second_factor::delete_devices(&mut *state.pool.acquire().await?, user, device).await?;
    if device.is_some() && deleted == 0 {
        return Err(AccountError::NotFound.into());
    }
    Ok(RemoveDevicesResponse {})
}
