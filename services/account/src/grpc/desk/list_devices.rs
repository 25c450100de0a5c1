//! Returns the caller's remembered devices.

use kit::{caller::StaffMember, failure::Failure};
use proto::account::v1::{ListDevicesRequest, ListDevicesResponse};

use super::{State, convert};
use crate::{store, token::Token};

pub(super) async fn handle(
    state: &State,
    StaffMember { user, .. }: StaffMember,
    request: ListDevicesRequest,
) -> Result<ListDevicesResponse, Failure> {
    let current = Token::parse(&request.device_token).map(|token| token.hash());
    let mut connection = state.pool.acquire().await?;
    let devices = store::second_factor::list_devices(&mut connection, user, current.as_ref()).await?;
    Ok(ListDevicesResponse {
        devices: devices.into_iter().map(convert::device).collect(),
    })
}
