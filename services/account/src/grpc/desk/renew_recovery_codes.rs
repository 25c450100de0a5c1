//! Replaces the caller's recovery codes.

use kit::{
    caller::{Actor, StaffMember},
    change::{self, Effect},
    domain::UserId,
    failure::Failure,
};
use proto::account::v1::{RenewRecoveryCodesRequest, RenewRecoveryCodesResponse};
use sqlx::PgConnection;

use super::State;
use crate::{
    error::AccountError,
    second_factor::{RECOVERY_CODES, RecoveryCode},
    store,
};

pub(super) async fn handle(
    state: &State,
    member: StaffMember,
    _: RenewRecoveryCodesRequest,
) -> Result<RenewRecoveryCodesResponse, Failure> {
    change::run(&state.pool, async |connection| {
        if !store::staff::lock(connection, member.user).await? {
            return Err(AccountError::NotFound.into());
        }
        let recovery_codes = replace(connection, member.user).await?;
        let (subject, detail) = (member.user.to_string(), serde_json::json!({}));
        let effect = Effect::audited(&Actor::Member(member), "NewRecoveryCodes", subject, detail);
        Ok(effect.with(RenewRecoveryCodesResponse { recovery_codes }))
    })
    .await
}

/// Replaces the recovery codes of a user and returns the new ones, which are shown once.
pub(super) async fn replace(connection: &mut PgConnection, user: UserId) -> Result<Vec<String>, sqlx::Error> {
    let codes: Vec<_> = std::iter::repeat_with(RecoveryCode::random)
        .take(RECOVERY_CODES)
        .collect();
    store::second_factor::replace_recovery_codes(connection, user, &codes).await?;
    Ok(codes.iter().map(RecoveryCode::display).collect())
}
