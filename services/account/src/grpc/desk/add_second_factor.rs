//! Adds a second factor, not yet confirmed. A session that enrols gets the same secret for ten minutes.

use kit::{
    caller::Caller,
    change::{self, Effect},
    domain::FactorId,
    failure::Failure,
    validation::FieldErrors,
};
use proto::account::v1::{AddSecondFactorRequest, AddSecondFactorResponse};
use sqlx::PgConnection;

use super::{State, convert, session};
use crate::{
    desk::{DeskSession, Step},
    error::AccountError,
    second_factor::{MAX_FACTORS, Secret},
    store::{self, second_factor::Factor},
    token::Token,
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

    change::run(&state.pool, async |connection| {
        if !store::staff::lock(connection, session.user).await? {
            return Err(AccountError::NoSession.into());
        }
        if session.step == Step::Enrol && !session.may_enrol {
            redeem(connection, &session, &request.enrolment_token).await?;
        }
        let email = store::user::find_profile(connection, session.user)
            .await?
            .ok_or(AccountError::NoSession)?
            .email;
        if session.step == Step::Enrol
            && let Some((factor, sealed)) =
                store::second_factor::rename_pending(connection, session.family, name).await?
        {
            let secret = state
                .factor_keys
                .open(factor.id, &sealed)
                .map_err(AccountError::from)?;
            return Ok(Effect::none().with(added(factor, &secret, &email)));
        }
        let present = store::second_factor::list(connection, session.user).await?;
        if i64::try_from(present.len()).is_ok_and(|factors| factors >= MAX_FACTORS) {
            return Err(AccountError::TooManyFactors.into());
        }
        let (id, secret) = (FactorId::generate(), Secret::random());
        let sealed = state.factor_keys.seal(id, &secret).map_err(AccountError::from)?;
        let factor =
            store::second_factor::insert(connection, id, (session.user, session.family), name, &sealed)
                .await?;
        let detail = serde_json::json!({ "factor": [null, factor.id] });
        let subject = session.user.to_string();
        let effect = Effect::audited(&session.actor(), "AddSecondFactor", subject, detail);
        Ok(effect.with(added(factor, &secret, &email)))
    })
    .await
}

fn added(factor: Factor, secret: &Secret, email: &str) -> AddSecondFactorResponse {
    AddSecondFactorResponse {
        factor: Some(convert::factor(factor)),
        secret: secret.base32(),
        otpauth_uri: secret.otpauth_uri(email).unwrap_or_default(),
    }
}

/// Permits the session to enrol by the token of a mailed link, which is used up.
async fn redeem(connection: &mut PgConnection, session: &DeskSession, token: &str) -> Result<(), Failure> {
    if token.is_empty() {
        return Err(AccountError::EnrolmentLinkMissing.into());
    }
    let is_permitted = match Token::parse(token) {
        Some(token) => {
            store::enrolment::redeem(connection, session.user, session.family, &token.hash()).await?
        }
        None => false,
    };
    if is_permitted {
        Ok(())
    } else {
        Err(Failure::invalid_field("token", "DESK.ENROLMENT_DEAD"))
    }
}
