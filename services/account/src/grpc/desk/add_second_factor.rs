//! Adds a second factor, not yet confirmed.

use kit::{audit, caller::Caller, failure::Failure, validation::FieldErrors};
use proto::account::v1::{AddSecondFactorRequest, AddSecondFactorResponse};

use super::{State, convert, session};
use crate::{
    desk::Step,
    error::AccountError,
    second_factor::{MAX_FACTORS, Secret},
    store,
};

/// Name of a factor without one.
const DEFAULT_NAME: &str = "TOTP";

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: AddSecondFactorRequest,
) -> Result<AddSecondFactorResponse, Failure> {
    let session = session(&mut *state.pool.acquire().await?, &request.session_token).await?;
    match session.step {
        Step::Enrol => {}
        Step::Done if session.step_up_until.is_some() => {}
        Step::Done => return Err(AccountError::StepUpMissing.into()),
        Step::Code => return Err(AccountError::SecondFactorMissing.into()),
    }
    let mut errors = FieldErrors::default();
    let name = errors.line::<0, 50>("name", &request.name);
    let name = errors.finish(name)?;
    let name = if name.is_empty() { DEFAULT_NAME } else { &name };

    let mut transaction = kit::database::begin(&state.pool).await?;
    if !store::staff::lock(&mut transaction, session.user).await? {
        return Err(AccountError::NoSession.into());
    }
    let email = store::user::find_profile(&mut transaction, session.user)
        .await?
        .ok_or(AccountError::NoSession)?
        .email;
    let present = store::second_factor::list(&mut transaction, session.user).await?;
    if i64::try_from(present.len()).is_ok_and(|factors| factors >= MAX_FACTORS) {
        return Err(AccountError::TooManyFactors.into());
    }
    let secret = Secret::random();
    let factor = store::second_factor::insert(&mut transaction, session.user, name, &secret).await?;
    audit::record(
        &mut transaction,
        &session.actor(),
        "AddSecondFactor",
        &session.user.to_string(),
        serde_json::json!({ "factor": [null, factor.id] }),
    )
    .await?;
    transaction.commit().await?;
    Ok(AddSecondFactorResponse {
        factor: Some(convert::factor(factor)),
        secret: secret.base32(),
        otpauth_uri: secret.otpauth_uri(&email).unwrap_or_default(),
    })
}
