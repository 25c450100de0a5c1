//! Passes the second factor of a session.

use kit::{audit, caller::Caller, failure::Failure, validation::FieldErrors};
use proto::account::v1::{DeskSignIn, VerifySecondFactorRequest, VerifySecondFactorResponse};
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
    store,
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

    let mut transaction = code::check(state, &session, code, None).await?;
    let device = if request.remember_device {
        let token = Token::random();
        store::second_factor::insert_device(
            &mut transaction,
            session.user,
            &token.hash(),
            &name,
            &state.desk,
        )
        .await?;
        Some(token)
    } else {
        None
    };
    let mut sign_in = complete(&mut transaction, state, &session).await?;
    transaction.commit().await?;
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
) -> Result<DeskSignIn, AccountError> {
    store::desk_session::complete(connection, session.family).await?;
    store::desk_session::mark_seen(connection, session.user).await?;
    let pair = TokenPair::random();
    store::desk_session::insert_pair(connection, session.family, &pair, &state.desk).await?;
    let complete = store::desk_session::find_live(connection, &pair.session.hash())
        .await?
        .ok_or(AccountError::NoSession)?;
    let detail = serde_json::json!({ "step": [session.step.name(), complete.step.name()] });
    audit::record(
        connection,
        &session.actor(),
        "SignInStaff",
        &session.user.to_string(),
        detail,
    )
    .await?;
    Ok(DeskSignIn {
        session: Some(convert::session(connection, &complete, &state.desk).await?),
        tokens: Some(convert::tokens(&pair, complete.step, Duration::ZERO, &state.desk)),
        device_token: String::new(),
        device_seconds: 0,
    })
}
