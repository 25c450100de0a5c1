//! Returns the caller's remembered devices.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{ListDevicesRequest, ListDevicesResponse};
use tonic::Request;

use super::{State, convert, own};
use crate::{store, token::Token};

pub(super) async fn handle(
    state: &State,
    request: Request<ListDevicesRequest>,
) -> Result<ListDevicesResponse, Failure> {
    let (_, user) = own(Caller::from_request(&request)?)?;
    let current = Token::parse(&request.get_ref().device_token).map(|token| token.hash());
    let mut connection = state.pool.acquire().await?;
    let devices = store::second_factor::list_devices(&mut connection, user, current.as_ref()).await?;
    Ok(ListDevicesResponse {
        devices: devices.into_iter().map(convert::device).collect(),
    })
}
