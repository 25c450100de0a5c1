//! Removes a second factor of the caller.

use kit::{
    audit,
    caller::{Actor, StaffMember},
    failure::Failure,
};
use proto::account::v1::{RemoveSecondFactorRequest, RemoveSecondFactorResponse};

use super::State;
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    member: StaffMember,
    request: RemoveSecondFactorRequest,
) -> Result<RemoveSecondFactorResponse, Failure> {
    let factor = request.factor_id.parse().map_err(|_| AccountError::NotFound)?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    if !store::staff::lock(&mut transaction, member.user).await? {
        return Err(AccountError::NotFound.into());
    }
    let is_confirmed = store::second_factor::delete(&mut transaction, member.user, factor)
        .await?
        .ok_or(AccountError::NotFound)?;
    let admission = store::staff::find_admission(&mut transaction, member.user).await?;
    if is_confirmed && !admission.is_some_and(|admission| admission.has_second_factor) {
        return Err(AccountError::LastFactor.into());
    }
    audit::record(
        &mut transaction,
        &Actor::Member(member),
        "RemoveSecondFactor",
        &member.user.to_string(),
        serde_json::json!({ "factor": [factor, null] }),
    )
    .await?;
    transaction.commit().await?;
    Ok(RemoveSecondFactorResponse {})
}
