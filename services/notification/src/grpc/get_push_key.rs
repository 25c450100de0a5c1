//! Desk: returns the key with which browsers subscribe to push messages.

use kit::{caller::StaffMember, failure::Failure};
use proto::notification::v1::{GetPushKeyRequest, GetPushKeyResponse};

use super::State;
use crate::push::PushKey;

#[expect(clippy::unused_async, reason = "handlers are async")]
pub(super) async fn handle(
    state: &State,
    _: StaffMember,
    _: GetPushKeyRequest,
) -> Result<GetPushKeyResponse, Failure> {
    Ok(GetPushKeyResponse {
        public_key: state
            .push_key
            .as_ref()
            .map(PushKey::public)
            .unwrap_or_default()
            .to_vec(),
    })
}
