//! Accepts an invitation and opens a session that adds a second factor.

use kit::{
    caller::{Actor, Caller, StaffMember},
    change::{self, Effect},
    client_address::ClientAddress,
    domain::{Email, Language, UserId},
    failure::Failure,
    validation::FieldErrors,
};
use proto::account::v1::{AcceptInvitationRequest, AcceptInvitationResponse, DeskSignIn};
use sqlx::PgConnection;
use time::Duration;

use super::{
    super::{current_password::CurrentPassword, desk},
    State, view_invitation,
};
use crate::{
    desk::Step,
    error::AccountError,
    events,
    hashing::Origin,
    limits,
    password::{NewPassword, Owner},
    store::{self, user::NewUser},
    token::TokenPair,
};

/// The account that an invitation is accepted for.
enum Account {
    /// One whose password was verified.
    Existing(UserId),
    /// A new one.
    New {
        name: String,
        lastname: String,
        password_hash: String,
    },
}

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: AcceptInvitationRequest,
) -> Result<AcceptInvitationResponse, Failure> {
    let address = ClientAddress::parse(&request.client_address);
    let mut connection = state.pool.acquire().await?;
    let attempt = limits::INVITATION_ADDRESS
        .count_address(&mut connection, &address)
        .await?;
    attempt.map_err(AccountError::Limit)?;
    let invitation = view_invitation::find(&mut connection, state, &request.token).await?;
    let email = Email::parse(&invitation.email).map_err(|_| AccountError::UserNotFound)?;
    let existing = store::user::find_credentials(&mut connection, &email).await?;
    drop(connection);
    let mut errors = FieldErrors::default();
    let language = errors.word("language", request.language);
    let account = match existing {
        Some(credentials) => {
            errors.into_result()?;
            verify(state, &request, address, credentials.user).await?
        }
        None => create(state, &request, &email, address, errors).await?,
    };
    let language = language.unwrap_or(invitation.language);
    change::run(&state.pool, async |connection| {
        accept(connection, state, &request.token, &email, &account, language).await
    })
    .await
}

/// Verifies the password of the account that the e-mail has.
async fn verify(
    state: &State,
    request: &AcceptInvitationRequest,
    address: ClientAddress,
    user: UserId,
) -> Result<Account, Failure> {
    let password = CurrentPassword {
        password: request.password.as_str().into(),
        field: "password",
        address,
    };
    match password.verify(state, user).await {
        Ok(_) => Ok(Account::Existing(user)),
        Err(AccountError::Invalid(_)) => Err(Failure::invalid_field("password", "AUTH.WRONG_CREDENTIALS")),
        Err(error) => Err(error.into()),
    }
}

/// Validates and hashes the fields of a new account.
async fn create(
    state: &State,
    request: &AcceptInvitationRequest,
    email: &Email,
    address: ClientAddress,
    mut errors: FieldErrors,
) -> Result<Account, Failure> {
    let name = errors.name::<2, 100>("name", &request.name);
    let lastname = errors.name::<2, 100>("lastname", &request.lastname);
    let owner = Owner {
        email: email.as_str(),
        name: &request.name,
        lastname: &request.lastname,
        is_staff: true,
    };
    let password = NewPassword::validate(&mut errors, "password", &request.password, &owner);
    let (name, lastname, password) = errors.finish((name, lastname, password))?;
    let permit = state.hasher.acquire(Origin::Address(address)).await?;
    Ok(Account::New {
        name,
        lastname,
        password_hash: permit.hash(password).await?,
    })
}

async fn accept(
    connection: &mut PgConnection,
    state: &State,
    token: &str,
    email: &Email,
    account: &Account,
    language: Language,
) -> Result<Effect<AcceptInvitationResponse>, Failure> {
    store::team::lock(connection).await?;
    // Again, because a parallel request may have accepted it.
    let invitation = view_invitation::find(connection, state, token).await?;
    let user = match account {
        Account::Existing(user) => *user,
        Account::New {
            name,
            lastname,
            password_hash,
        } => {
            let new = NewUser {
                email,
                name,
                lastname,
                password_hash,
                language,
            };
            if !store::team::insert_account(connection, invitation.user, &new).await? {
                // The e-mail was registered meanwhile: its password counts.
                return Err(Failure::invalid_field("password", "AUTH.WRONG_CREDENTIALS"));
            }
            invitation.user
        }
    };
    store::team::accept(connection, invitation.user, user).await?;
    store::staff::set_language(connection, user, language).await?;
    let actor = Actor::Member(StaffMember {
        user,
        role: invitation.role,
        is_stepped_up: false,
    });
    let event = events::staff_changed(user, Some(invitation.role), true, &actor);
    kit::events::append(connection, &event).await?;
    let effect = Effect::audited(
        &actor,
        "AcceptInvitation",
        user.to_string(),
        serde_json::json!({}),
    );
    let sign_in = open(connection, state, user).await?;
    Ok(effect.with(AcceptInvitationResponse {
        sign_in: Some(sign_in),
    }))
}

/// Opens a session of the account, without a second factor yet.
async fn open(
    connection: &mut PgConnection,
    state: &State,
    user: UserId,
) -> Result<DeskSignIn, AccountError> {
    let pair = TokenPair::random();
    let family = store::desk_session::insert_family(connection, user, Step::Enrol, true).await?;
    store::desk_session::insert_pair(connection, family, &pair, &state.desk).await?;
    let session = store::desk_session::find_live(connection, &pair.session.hash())
        .await?
        .ok_or(AccountError::NoSession)?;
    Ok(DeskSignIn {
        session: Some(desk::convert::session(connection, &session, &state.desk).await?),
        tokens: Some(desk::convert::tokens(
            &pair,
            Step::Enrol,
            Duration::ZERO,
            &state.desk,
        )),
        device_token: String::new(),
        device_seconds: 0,
    })
}
