//! Forgets one or all of the caller's remembered devices.

use kit::{caller::Caller, domain::DeviceId, failure::Failure};
use proto::account::v1::{RemoveDevicesRequest, RemoveDevicesResponse};
use tonic::Request;

use super::{State, own};
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<RemoveDevicesRequest>,
) -> Result<RemoveDevicesResponse, Failure> {
    let (_, user) = own(Caller::from_request(&request)?)?;
    let device: Option<DeviceId> = match request.get_ref().device_id.as_str() {
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
