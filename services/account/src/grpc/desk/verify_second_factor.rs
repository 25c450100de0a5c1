//! Passes the second factor of a session.

use kit::{caller::Caller, change::Effect, failure::Failure, validation::FieldErrors};
use proto::account::v1::{DeskSignIn, SecurityChange, VerifySecondFactorRequest, VerifySecondFactorResponse};
use sqlx::PgConnection;
use time::Duration;

use super::{
    State,
    code::{self, Code},
    convert, session,
};
use crate::{
    desk::{DeskSession, Step},
    error::AccountError,
    events, store,
    token::{Token, TokenPair},
};

/// Maximum length of a device's name, in characters.
const MAX_DEVICE_NAME: usize = 100;

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: VerifySecondFactorRequest,
) -> Result<VerifySecondFactorResponse, Failure> {
    let session = session(&mut *state.pool.acquire().await?, &request.session_token).await?;
    match session.step {
        Step::Code => {}
        Step::Done => return Err(AccountError::StepDone.into()),
        Step::Enrol => return Err(AccountError::SecondFactorMissing.into()),
    }
    let code = Code::decode(&request.code, &request.recovery_code)?;
    let mut errors = FieldErrors::default();
    let name = errors.line::<0, MAX_DEVICE_NAME>("deviceName", &request.device_name);
    let name = errors.finish(name)?;

    let device = request.remember_device.then(Token::random);
    let verified = code::check(state, &session, code, None, async |connection| {
        if let Some(token) = &device {
            let (user, token) = (session.user, token.hash());
            store::second_factor::insert_device(connection, user, &token, &name, &state.desk).await?;
            let event = events::security_changed(user, SecurityChange::DeviceRemembered);
            kit::events::append(connection, &event).await?;
        }
        complete(connection, state, &session).await
    });
    let mut sign_in = verified.await?;
    if let Some(token) = device {
        sign_in.device_token = token.encode();
        sign_in.device_seconds = u32::try_from(state.desk.device.whole_seconds()).unwrap_or(u32::MAX);
    }
    Ok(VerifySecondFactorResponse {
        sign_in: Some(sign_in),
    })
}

/// Completes a session: its tokens are replaced, its family stays.
pub(super) async fn complete(
    connection: &mut PgConnection,
    state: &State,
    session: &DeskSession,
) -> Result<Effect<DeskSignIn>, AccountError> {
    store::desk_session::complete(connection, session.family).await?;
    store::desk_session::mark_seen(connection, session.user).await?;
    let pair = TokenPair::random();
    store::desk_session::insert_pair(connection, session.family, &pair, &state.desk).await?;
    let complete = store::desk_session::find_live(connection, &pair.session.hash())
        .await?
        .ok_or(AccountError::NoSession)?;
    let detail = serde_json::json!({ "step": [session.step.name(), complete.step.name()] });
    let effect = Effect::audited(&session.actor(), "SignInStaff", session.user.to_string(), detail);
    Ok(effect.with(DeskSignIn {
        session: Some(convert::session(connection, &complete, &state.desk).await?),
        tokens: Some(convert::tokens(&pair, complete.step, Duration::ZERO, &state.desk)),
        device_token: String::new(),
        device_seconds: 0,
    }))
}
