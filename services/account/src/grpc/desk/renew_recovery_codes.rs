//! Replaces the caller's recovery codes.

use kit::{
    audit,
    caller::{Actor, StaffMember},
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
    let mut transaction = kit::database::begin(&state.pool).await?;
    if !store::staff::lock(&mut transaction, member.user).await? {
        return Err(AccountError::NotFound.into());
    }
    let recovery_codes = replace(&mut transaction, member.user).await?;
    audit::record(
        &mut transaction,
        &Actor::Member(member),
        "NewRecoveryCodes",
        &member.user.to_string(),
        serde_json::json!({}),
    )
    .await?;
    transaction.commit().await?;
    Ok(RenewRecoveryCodesResponse { recovery_codes })
}

/// Replaces the recovery codes of a user and returns the new ones, which are shown once.
pub(super) async fn replace(connection: &mut PgConnection, user: UserId) -> Result<Vec<String>, sqlx::Error> {
    let codes: Vec<_> = std::iter::repeat_with(RecoveryCode::random)
        .take(RECOVERY_CODES)
        .collect();
    store::second_factor::replace_recovery_codes(connection, user, &codes).await?;
    Ok(codes.iter().map(RecoveryCode::display).collect())
}
