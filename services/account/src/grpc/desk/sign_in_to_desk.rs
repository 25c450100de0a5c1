//! Opens a session of the desk.

use kit::{audit, caller::Caller, failure::Failure};
use proto::account::v1::{DeskSignIn, SignInToDeskRequest, SignInToDeskResponse};
use sqlx::PgConnection;
use time::Duration;

use super::{
    super::credentials::{Place, Sent, SignIn, Verified, decode, verify},
    State, convert,
};
use crate::{
    desk::Step,
    error::AccountError,
    events,
    store::{self, staff::Admission},
    token::{Token, TokenPair},
};

/// Tokens that the request's browser has.
struct Presented {
    session: Option<Token>,
    refresh: Option<Token>,
    device: Option<Token>,
}

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: SignInToDeskRequest,
) -> Result<SignInToDeskResponse, Failure> {
    let sent = Sent {
        email: &request.email,
        password: &request.password,
        client_address: &request.client_address,
    };
    let sign_in = decode(&sent, Place::Desk)?;
    let presented = Presented {
        session: Token::parse(&request.session_token),
        refresh: Token::parse(&request.refresh_token),
        device: Token::parse(&request.device_token),
    };
    let opened = open(state, &sign_in, &presented).await?;
    Ok(SignInToDeskResponse {
        sign_in: Some(opened),
    })
}

async fn open(state: &State, sign_in: &SignIn, presented: &Presented) -> Result<DeskSignIn, AccountError> {
    let verified = verify(state, sign_in).await?;
    let opened = match insert(state, sign_in, presented, &verified).await? {
        // A parallel sign-in may have renewed the hash.
        None if verified.renewed_hash.is_some() => {
            let verified = verify(state, sign_in).await?;
            insert(state, sign_in, presented, &verified).await?
        }
        opened => opened,
    };
    opened.ok_or(AccountError::WrongCredentials)
}

/// Inserts a session and ends that of the presented tokens. Returns none if the verified hash is not the stored one any
/// more.
async fn insert(
    state: &State,
    sign_in: &SignIn,
    presented: &Presented,
    verified: &Verified,
) -> Result<Option<DeskSignIn>, AccountError> {
    let user = verified.credentials.user;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let renewed_hash = verified.renewed_hash.as_deref();
    if !store::user::record_sign_in(&mut transaction, &verified.credentials, renewed_hash, None).await? {
        return Ok(None);
    }
    let per_account = &state.hash_limits.sign_ins_per_account;
    per_account
        .count(&mut transaction, sign_in.email.as_str())
        .await??;
    let admission = store::staff::find_admission(&mut transaction, user)
        .await?
        .ok_or(AccountError::WrongCredentials)?;
    if admission.is_disabled {
        transaction.commit().await?;
        return Err(AccountError::StaffDisabled);
    }
    let ended = store::desk_session::end_by_tokens(
        &mut transaction,
        presented.session.as_ref(),
        presented.refresh.as_ref(),
    )
    .await?;
    events::publish_ended(&mut transaction, ended).await?;
    store::known_client::record(&mut transaction, user, &sign_in.address).await?;
    let step = first_step(&mut transaction, user, admission, presented.device.as_ref()).await?;
    let pair = TokenPair::random();
    let family = store::desk_session::insert_family(&mut transaction, user, step).await?;
    store::desk_session::insert_pair(&mut transaction, family, &pair, &state.desk).await?;
    let session = store::desk_session::find_live(&mut transaction, &pair.session.hash())
        .await?
        .ok_or(AccountError::NoSession)?;
    if step == Step::Done {
        store::desk_session::mark_seen(&mut transaction, user).await?;
        let detail = serde_json::json!({ "step": [null, step.name()] });
        audit::record(
            &mut transaction,
            &session.actor(),
            "SignInStaff",
            &user.to_string(),
            detail,
        )
        .await?;
    }
    let opened = DeskSignIn {
        session: Some(convert::session(&mut transaction, &session, &state.desk).await?),
        tokens: Some(convert::tokens(&pair, step, Duration::ZERO, &state.desk)),
        device_token: String::new(),
        device_seconds: 0,
    };
    transaction.commit().await?;
    Ok(Some(opened))
}

/// Returns the step of a session after its password.
async fn first_step(
    connection: &mut PgConnection,
    user: kit::domain::UserId,
    admission: Admission,
    device: Option<&Token>,
) -> Result<Step, sqlx::Error> {
    if !admission.has_second_factor {
        return Ok(Step::Enrol);
    }
    let is_remembered = match device {
        Some(device) => store::second_factor::use_device(connection, user, &device.hash()).await?,
        None => false,
    };
    Ok(if is_remembered { Step::Done } else { Step::Code })
}
