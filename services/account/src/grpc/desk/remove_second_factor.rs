//! Removes a second factor of the caller.

use kit::{
    caller::{Actor, StaffMember},
    change::{self, Effect},
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
    change::run(&state.pool, async |connection| {
        if !store::staff::lock(connection, member.user).await? {
            return Err(AccountError::NotFound.into());
        }
        let is_confirmed = store::second_factor::delete(connection, member.user, factor)
            .await?
            .ok_or(AccountError::NotFound)?;
        let admission = store::staff::find_admission(connection, member.user).await?;
        if is_confirmed && !admission.is_some_and(|admission| admission.has_second_factor) {
            return Err(AccountError::LastFactor.into());
        }
        let (subject, detail) = (
            member.user.to_string(),
            serde_json::json!({ "factor": [factor, null] }),
        );
        let effect = Effect::audited(&Actor::Member(member), "RemoveSecondFactor", subject, detail);
        Ok(effect.with(RemoveSecondFactorResponse {}))
    })
    .await
}
