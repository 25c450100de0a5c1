//! Removes a second factor of the caller.

use kit::{audit, caller::Caller, failure::Failure};
use proto::account::v1::{RemoveSecondFactorRequest, RemoveSecondFactorResponse};
use tonic::Request;

use super::{State, own};
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<RemoveSecondFactorRequest>,
) -> Result<RemoveSecondFactorResponse, Failure> {
    let (actor, user) = own(Caller::from_request(&request)?)?;
    actor.require_step_up()?;
    let factor = request
        .get_ref()
        .factor_id
        .parse()
        .map_err(|_| AccountError::NotFound)?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    if !store::staff::lock(&mut transaction, user).await? {
        return Err(AccountError::NotFound.into());
    }
    let is_confirmed = store::second_factor::delete(&mut transaction, user, factor)
        .await?
        .ok_or(AccountError::NotFound)?;
    let admission = store::staff::find_admission(&mut transaction, user).await?;
    if is_confirmed && !admission.is_some_and(|admission| admission.has_second_factor) {
        return Err(AccountError::LastFactor.into());
    }
    audit::record(
        &mut transaction,
        &actor,
        "RemoveSecondFactor",
        &user.to_string(),
        serde_json::json!({ "factor": [factor, null] }),
    )
    .await?;
    transaction.commit().await?;
    Ok(RemoveSecondFactorResponse {})
}
