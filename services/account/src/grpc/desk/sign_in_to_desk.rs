//! Opens a session of the desk.

use kit::{
    caller::Caller,
    change::{self, Effect},
    failure::Failure,
};
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
    match insert(state, sign_in, presented, &verified).await? {
        // A parallel sign-in may have renewed the hash.
        Err(AccountError::WrongCredentials) if verified.renewed_hash.is_some() => {
            let verified = verify(state, sign_in).await?;
            insert(state, sign_in, presented, &verified).await?
        }
        opened => opened,
    }
}

/// Inserts a session and ends that of the presented tokens. The inner result fails with [`AccountError::WrongCredentials`] if
/// the verified hash is not the stored one any more, and with [`AccountError::StaffDisabled`] and
/// [`AccountError::StaffPasswordTooShort`], which count as sign-ins.
async fn insert(
    state: &State,
    sign_in: &SignIn,
    presented: &Presented,
    verified: &Verified,
) -> Result<Result<DeskSignIn, AccountError>, AccountError> {
    let user = verified.credentials.user;
    let renewed_hash = verified.renewed_hash.as_deref();
    change::run(&state.pool, async |connection| {
        if !store::user::record_sign_in(connection, &verified.credentials, renewed_hash, None).await? {
            return Ok(Effect::none().with(Err(AccountError::WrongCredentials)));
        }
        let per_account = &state.hash_limits.sign_ins_per_account;
        per_account.count(connection, sign_in.email.as_str()).await??;
        let admission = store::staff::find_admission(connection, user)
            .await?
            .ok_or(AccountError::WrongCredentials)?;
        if admission.is_disabled {
            return Ok(Effect::none().with(Err(AccountError::StaffDisabled)));
        }
        if sign_in.password.is_too_short_for_staff() {
            return Ok(Effect::none().with(Err(AccountError::StaffPasswordTooShort)));
        }
        let (session, refresh) = (presented.session.as_ref(), presented.refresh.as_ref());
        let ended = store::desk_session::end_by_tokens(connection, session, refresh).await?;
        events::publish_ended(connection, ended).await?;
        store::known_client::record(connection, user, &sign_in.address).await?;
        let step = first_step(connection, user, admission, presented.device.as_ref()).await?;
        let pair = TokenPair::random();
        let family = store::desk_session::insert_family(connection, user, step, false).await?;
        store::desk_session::insert_pair(connection, family, &pair, &state.desk).await?;
        let session = store::desk_session::find_live(connection, &pair.session.hash())
            .await?
            .ok_or(AccountError::NoSession)?;
        let mut effect = Effect::none();
        if step == Step::Done {
            store::desk_session::mark_seen(connection, user).await?;
            let detail = serde_json::json!({ "step": [null, step.name()] });
            effect = Effect::audited(&session.actor(), "SignInStaff", user.to_string(), detail);
        }
        Ok(effect.with(Ok(DeskSignIn {
            session: Some(convert::session(connection, &session, &state.desk).await?),
            tokens: Some(convert::tokens(&pair, step, Duration::ZERO, &state.desk)),
            device_token: String::new(),
            device_seconds: 0,
        })))
    })
    .await
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
