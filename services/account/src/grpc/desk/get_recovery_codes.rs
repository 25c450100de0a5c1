//! Returns how many recovery codes of the caller are left.

use kit::{caller::StaffMember, convert::timestamp, failure::Failure};
use proto::account::v1::{GetRecoveryCodesRequest, GetRecoveryCodesResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    StaffMember { user, .. }: StaffMember,
    _: GetRecoveryCodesRequest,
) -> Result<GetRecoveryCodesResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let (left, created_at) = store::second_factor::count_recovery_codes(&mut connection, user).await?;
    Ok(GetRecoveryCodesResponse {
        left: u32::try_from(left).unwrap_or(0),
        created_at: created_at.map(timestamp),
    })
}
