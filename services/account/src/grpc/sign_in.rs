//! Signs a user in.

use kit::{
    caller::Caller,
    client_address::ClientAddress,
    domain::{Email, FamilyId, Language, UserId},
    failure::Failure,
    validation::FieldErrors,
};
use proto::account::v1::{SignInRequest, SignInResponse};
use secrecy::SecretString;
use sqlx::PgConnection;
use time::Duration;
use tonic::Request;

use super::{State, convert};
use crate::{
    argon::Verdict,
    error::AccountError,
    events,
    hashing::Origin,
    limits,
    password::validate_current,
    session::Session,
    store::{self, user::Credentials},
    token::{Token, TokenPair},
};

pub(super) struct SignIn {
    pub(super) email: Email,
    pub(super) password: SecretString,
    pub(super) address: ClientAddress,
    /// Where the user signs in.
    pub(super) place: Place,
    /// Tokens of a previous session of the shop, which ends.
    session: Option<Token>,
    refresh: Option<Token>,
}

/// Where a user signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The shop, in this language.
    Shop(Language),
    /// The desk, which only staff can sign in to.
    Desk,
}

impl Place {
    /// Returns the language that the account gets by the sign-in; staff choose theirs at the desk.
    const fn language(self) -> Option<Language> {
        match self {
            Self::Shop(language) => Some(language),
            Self::Desk => None,
        }
    }
}

/// Verified credentials.
pub(super) struct Verified {
    pub(super) credentials: Credentials,
    /// Hash with the current parameters, if the verified one has others.
    pub(super) renewed_hash: Option<String>,
}

pub(super) async fn handle(
    state: &State,
    request: Request<SignInRequest>,
) -> Result<SignInResponse, Failure> {
    let language = Caller::from_request(&request)?.language;
    let sign_in = SignIn {
        session: Token::parse(&request.get_ref().session_token),
        refresh: Token::parse(&request.get_ref().refresh_token),
        ..decode(&credentials_of(request.get_ref()), Place::Shop(language))?
    };
    let (session, pair) = open_session(state, &sign_in).await?;
    Ok(SignInResponse {
        session: Some(convert::session(&session)),
        tokens: Some(convert::tokens(&pair, Duration::ZERO)),
    })
}

/// E-mail, password and address as sent.
pub(super) struct Sent<'a> {
    pub(super) email: &'a str,
    pub(super) password: &'a str,
    pub(super) client_address: &'a str,
}

fn credentials_of(request: &SignInRequest) -> Sent<'_> {
    Sent {
        email: &request.email,
        password: &request.password,
        client_address: &request.client_address,
    }
}

pub(super) fn decode(request: &Sent<'_>, place: Place) -> Result<SignIn, Failure> {
    let mut errors = FieldErrors::default();
    let email = errors.email("email", request.email);
    let password = validate_current(&mut errors, "password", request.password);
    let (email, password) = errors.finish(email.zip(password))?;
    Ok(SignIn {
        email,
        password,
        address: ClientAddress::parse(request.client_address),
        place,
        session: None,
        refresh: None,
    })
}

/// Opens a session if the password matches.
async fn open_session(state: &State, sign_in: &SignIn) -> Result<(Session, TokenPair), AccountError> {
    let verified = verify(state, sign_in).await?;
    let opened = match insert_session(state, sign_in, &verified).await? {
        // A parallel sign-in may have renewed the hash.
        None if verified.renewed_hash.is_some() => {
            let verified = verify(state, sign_in).await?;
            insert_session(state, sign_in, &verified).await?
        }
        opened => opened,
    };
    opened.ok_or(AccountError::WrongCredentials)
}

/// Verifies e-mail and password, within the limits. Unknown e-mails take the same statements and hashes as known ones; at
/// the desk, so do users who are not staff.
pub(super) async fn verify(state: &State, sign_in: &SignIn) -> Result<Verified, AccountError> {
    let mut connection = state.pool.acquire().await?;
    let credentials = store::user::find_credentials(&mut connection, &sign_in.email).await?;
    let user = credentials
        .as_ref()
        .map_or_else(UserId::generate, |found| found.user);
    let is_admitted = match sign_in.place {
        Place::Shop(_) => true,
        Place::Desk => store::staff::find_admission(&mut connection, user)
            .await?
            .is_some(),
    };
    let credentials = credentials.filter(|_| is_admitted);
    let attempt = limits::SignIn {
        limits: &state.hash_limits,
        address: &sign_in.address,
        email: &sign_in.email,
        is_known: store::known_client::exists(&mut connection, user, &sign_in.address).await?,
        device: find_device(&mut connection, user, sign_in.refresh.as_ref()).await?,
    };
    // Checked before queueing, so that rejected requests do not fill the queue, and again under the permit, so that at
    // most as many attempts as there are permits pass between a check and its count.
    attempt.check(&mut connection).await?;
    drop(connection);
    let permit = state.hasher.acquire(origin(sign_in, attempt.device)).await?;
    let mut connection = state.pool.acquire().await?;
    attempt.check(&mut connection).await?;
    attempt.count_attempt(&mut connection).await?;
    drop(connection);
    let hash = credentials.as_ref().map(|found| found.password_hash.clone());
    let (permit, verdict) = permit.verify(sign_in.password.clone(), hash).await?;
    match (credentials, verdict) {
        (Some(credentials), Verdict::Right) => Ok(Verified {
            credentials,
            renewed_hash: None,
        }),
        (Some(credentials), Verdict::RightWithOldParameters) => Ok(Verified {
            credentials,
            renewed_hash: Some(permit.renew(sign_in.password.clone()).await?),
        }),
        (None, _) | (_, Verdict::Wrong) => {
            let mut transaction = kit::database::begin(&state.pool).await?;
            attempt.count_failure(&mut transaction).await?;
            transaction.commit().await?;
            // Held until the failure is counted.
            drop(permit);
            Err(AccountError::WrongCredentials)
        }
    }
}

/// Returns the live session family of this user that the client's refresh token belongs to.
async fn find_device(
    connection: &mut PgConnection,
    user: UserId,
    refresh: Option<&Token>,
) -> Result<Option<FamilyId>, sqlx::Error> {
    let Some(refresh) = refresh else {
        return Ok(None);
    };
    let state = store::session::find_refresh(connection, &refresh.hash()).await?;
    Ok(state
        .filter(|state| state.user == user && state.is_live())
        .map(|state| state.family))
}

fn origin(sign_in: &SignIn, device: Option<FamilyId>) -> Origin {
    let address = sign_in.address.clone();
    match device {
        Some(_) => Origin::KnownDevices(address),
        None => Origin::Address(address),
    }
}

/// Inserts a session family and ends that of the presented tokens. Returns none if the verified hash is not the stored
/// one any more.
async fn insert_session(
    state: &State,
    sign_in: &SignIn,
    verified: &Verified,
) -> Result<Option<(Session, TokenPair)>, AccountError> {
    let credentials = &verified.credentials;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let renewed_hash = verified.renewed_hash.as_deref();
    // A password change since the verification has ended all sessions.
    if !store::user::record_sign_in(
        &mut transaction,
        credentials,
        renewed_hash,
        sign_in.place.language(),
    )
    .await?
    {
        return Ok(None);
    }
    let per_account = &state.hash_limits.sign_ins_per_account;
    per_account
        .count(&mut transaction, sign_in.email.as_str())
        .await??;
    let ended = store::session::end_by_tokens(
        &mut transaction,
        sign_in.session.as_ref(),
        sign_in.refresh.as_ref(),
    )
    .await?;
    events::publish_ended(&mut transaction, ended).await?;
    store::known_client::record(&mut transaction, credentials.user, &sign_in.address).await?;
    let pair = TokenPair::random();
    let family = store::session::insert_family(&mut transaction, credentials.user).await?;
    store::session::insert_pair(&mut transaction, family, &pair).await?;
    let session = store::session::find_live(&mut transaction, &pair.session.hash())
        .await?
        .ok_or(AccountError::NoSession)?;
    transaction.commit().await?;
    Ok(Some((session, pair)))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::{
        account::v1::{Role, SessionRevoked, SignOutRequest},
        common::v1 as common,
    };

    use tonic::Status;

    use super::*;
    use crate::{
        argon::hash_with,
        events::session_revoked,
        testing::{Fixture, HASH_CONCURRENCY, PASSWORD, failure, fields, run_sql, set_hash, stored_hash},
    };

    /// Blocks filled for a hash with the current parameters.
    const CURRENT_COST: u64 = 19 * 1_024 * 2;

    fn request(email: &str, password: &str) -> SignInRequest {
        SignInRequest {
            email: email.to_owned(),
            password: password.to_owned(),
            client_address: "203.0.113.1".to_owned(),
            session_token: String::new(),
            refresh_token: String::new(),
        }
    }

    async fn send(fixture: &Fixture, request: SignInRequest) -> Result<SignInResponse, Status> {
        let caller = testkit::caller::anonymous();
        let response = fixture.client().sign_in(on_behalf_of(&caller, request)).await?;
        Ok(response.into_inner())
    }

    #[tokio::test]
    async fn session_lasts_30_minutes_and_refresh_token_30_days() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let response = send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
        let (session, tokens) = (response.session.unwrap(), response.tokens.unwrap());
        assert_eq!(session.user_id, customer.user.to_string());
        assert_eq!(session.role(), Role::Customer);
        assert_eq!(
            (tokens.session_seconds, tokens.refresh_seconds),
            (1_800, 2_592_000)
        );
        let left: f64 = sqlx::query_scalar("select extract(epoch from to_timestamp($1) - now())::float8")
            .bind(session.expires_at.unwrap().seconds)
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert!((1_700.0..=1_800.0).contains(&left), "{left}");
    }

    #[tokio::test]
    async fn wrong_password_and_unknown_email_get_the_same_response_at_the_same_cost() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for email in [customer.email.as_str(), "nobody@example.az"] {
            let (hashes, cost) = (fixture.hasher.computed(), fixture.hasher.cost());
            let error = send(&fixture, request(email, "not this one")).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::Unauthenticated);
            assert_eq!(failure(&error).reason, "AUTH.WRONG_CREDENTIALS");
            assert_eq!(fixture.hasher.computed(), hashes + 1);
            assert_eq!(fixture.hasher.cost() - cost, CURRENT_COST);
        }
    }

    #[tokio::test]
    async fn names_invalid_fields() {
        let fixture = Fixture::start().await;
        let error = send(&fixture, request("leyla", "")).await.unwrap_err();
        assert_eq!(
            fields(&error),
            [
                ("email".to_owned(), "CONTACT.FORM.INVALID_EMAIL".to_owned()),
                ("password".to_owned(), "FIELD.REQUIRED".to_owned())
            ]
        );
        let error = send(&fixture, request("leyla@example.az", &"x".repeat(129)))
            .await
            .unwrap_err();
        assert_eq!(
            fields(&error),
            [("password".to_owned(), "FIELD.TOO_LONG".to_owned())]
        );
    }

    #[tokio::test]
    async fn ends_only_the_family_of_the_sent_tokens() {
        let fixture = Fixture::start().await;
        let phone = fixture.customer().await;
        let laptop = fixture.sign_in(&phone.email, PASSWORD).await.unwrap();
        let again = SignInRequest {
            session_token: laptop.session.clone(),
            refresh_token: laptop.refresh.clone(),
            ..request(&phone.email, PASSWORD)
        };
        send(&fixture, again).await.unwrap();
        assert!(!fixture.is_live(&laptop).await);
        assert!(fixture.is_live(&phone).await);
        assert_eq!(
            fixture.harness.published::<SessionRevoked>().await,
            [session_revoked(laptop.user, &[laptop.family])]
        );
    }

    #[tokio::test]
    async fn stores_the_language_of_the_sign_in() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let caller = Caller::anonymous(Language::Ru);
        fixture
            .client()
            .sign_in(on_behalf_of(&caller, request(&customer.email, PASSWORD)))
            .await
            .unwrap();
        assert_eq!(fixture.contact(&customer).await.language(), common::Language::Ru);
    }

    #[tokio::test]
    async fn leaves_staff_the_language_of_their_desk() {
        let fixture = Fixture::start().await;
        let member = fixture.customer().await;
        let before = fixture.contact(&member).await.language();
        assert_ne!(before, common::Language::Ru);
        run_sql(
            fixture.harness.pool(),
            "insert into staff (user_id, role, accepted_at, changed_by) values ($1, 'sales', now(), 'operator')",
            member.user,
        )
        .await;
        let caller = Caller::anonymous(Language::Ru);
        let request = on_behalf_of(&caller, request(&member.email, PASSWORD));
        fixture.client().sign_in(request).await.unwrap();
        assert_eq!(fixture.contact(&member).await.language(), before);
    }

    #[tokio::test]
    async fn failures_block_only_their_address_from_the_account() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let both = format!("203.0.113.1 {}", customer.email);
        fixture
            .use_up_limit(1, &limits::SIGN_IN_ADDRESS_AND_ACCOUNT, &both)
            .await;
        let error = send(&fixture, request(&customer.email, "not this one"))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);

        let before = fixture.hasher.computed();
        let error = send(&fixture, request(&customer.email, PASSWORD))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        assert!(failure(&error).retry_after.is_some());
        assert_eq!(fixture.hasher.computed(), before, "nothing was hashed");

        let elsewhere = SignInRequest {
            client_address: "203.0.113.2".to_owned(),
            ..request(&customer.email, PASSWORD)
        };
        send(&fixture, elsewhere).await.unwrap();
    }

    #[tokio::test]
    async fn failures_with_any_email_block_their_address() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture
            .use_up_limit(2, &limits::SIGN_IN_ADDRESS, "203.0.113.1")
            .await;
        for email in ["nobody@example.az", "somebody@example.az"] {
            let error = send(&fixture, request(email, "not this one")).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::Unauthenticated);
        }
        let error = send(&fixture, request(&customer.email, PASSWORD))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
    }

    #[tokio::test]
    async fn parallel_guesses_exceed_the_limit_by_at_most_the_hash_concurrency() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let both = format!("203.0.113.1 {}", customer.email);
        fixture
            .use_up_limit(2, &limits::SIGN_IN_ADDRESS_AND_ACCOUNT, &both)
            .await;
        let before = fixture.hasher.computed();
        let calls = (0..40).map(|_| send(&fixture, request(&customer.email, "not this one")));
        let outcomes = futures::future::join_all(calls).await;
        assert!(outcomes.iter().all(Result::is_err));
        let guesses = fixture.hasher.computed() - before;
        assert!(guesses <= 2 + u64::from(HASH_CONCURRENCY), "{guesses}");
    }

    #[tokio::test]
    async fn rejects_a_password_that_changes_during_the_sign_in() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        // An uncommitted change, which the verification does not see.
        let mut change = kit::database::begin(fixture.harness.pool()).await.unwrap();
        sqlx::query("update app_user set password_hash = 'another' where user_id = $1")
            .bind(customer.user.uuid())
            .execute(&mut *change)
            .await
            .unwrap();
        let (outcome, ()) = tokio::join!(send(&fixture, request(&customer.email, PASSWORD)), async {
            fixture.wait_for_lock_waiters(1).await;
            change.commit().await.unwrap();
        });
        assert_eq!(failure(&outcome.unwrap_err()).code, Code::Unauthenticated);
    }

    #[tokio::test]
    async fn successful_sign_ins_are_no_failures() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for _ in 0..31 {
            send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
        }
    }

    #[tokio::test]
    async fn limits_successful_sign_ins_to_an_account() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        fixture
            .use_up_limit(2, &Fixture::hash_limits().sign_ins_per_account, &customer.email)
            .await;
        for password in [PASSWORD, "not this one", PASSWORD] {
            let outcome = send(&fixture, request(&customer.email, password)).await;
            assert_eq!(outcome.is_ok(), password == PASSWORD);
        }
        let before = fixture.hasher.computed();
        let device = SignInRequest {
            client_address: "198.51.100.9".to_owned(),
            refresh_token: customer.refresh.clone(),
            ..request(&customer.email, PASSWORD)
        };
        for limited in [request(&customer.email, PASSWORD), device] {
            let error = send(&fixture, limited).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::LimitReached);
            assert!(failure(&error).retry_after.is_some());
        }
        assert_eq!(fixture.hasher.computed(), before, "nothing was hashed");
        send(&fixture, request(&other.email, PASSWORD)).await.unwrap();
    }

    #[tokio::test]
    async fn limits_all_sign_ins_from_an_address() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture
            .use_up_limit(2, &Fixture::hash_limits().sign_ins_per_address, "203.0.113.1")
            .await;
        send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
        let error = send(&fixture, request("nobody@example.az", PASSWORD))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
        let before = fixture.hasher.computed();
        let error = send(&fixture, request(&customer.email, PASSWORD))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        assert!(failure(&error).retry_after.is_some());
        assert_eq!(fixture.hasher.computed(), before, "nothing was hashed");
        let elsewhere = SignInRequest {
            client_address: "203.0.113.2".to_owned(),
            ..request(&customer.email, PASSWORD)
        };
        send(&fixture, elsewhere).await.unwrap();
    }

    #[tokio::test]
    async fn known_device_passes_the_limits_of_its_address_and_an_attack() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let other = fixture.customer().await;
        let signed_out = fixture.sign_in(&customer.email, PASSWORD).await.unwrap();
        let sign_out = SignOutRequest {
            session_token: signed_out.session.clone(),
            refresh_token: signed_out.refresh.clone(),
        };
        fixture
            .client()
            .sign_out(on_behalf_of(&testkit::caller::anonymous(), sign_out))
            .await
            .unwrap();
        let both = format!("203.0.113.1 {}", customer.email);
        let limits = Fixture::hash_limits();
        for (limit, subject) in [
            (&limits.sign_ins_per_address, "203.0.113.1"),
            (&limits::SIGN_IN_ADDRESS, "203.0.113.1"),
            (&limits::SIGN_IN_ADDRESS_AND_ACCOUNT, &both),
            (&limits::SIGN_IN_ACCOUNT, &customer.email),
            (&limits::SIGN_IN_UNKNOWN_ADDRESS, &both),
        ] {
            fixture.use_up_limit(0, limit, subject).await;
        }
        let with = |refresh: &str, password: &str| SignInRequest {
            refresh_token: refresh.to_owned(),
            ..request(&customer.email, password)
        };
        // No device, that of another account, and one that signed out.
        for refresh in ["", &other.refresh, &signed_out.refresh] {
            let error = send(&fixture, with(refresh, PASSWORD)).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::LimitReached);
        }
        fixture
            .use_up_limit(1, &limits::SIGN_IN_DEVICE, &customer.family.to_string())
            .await;
        let response = send(&fixture, with(&customer.refresh, PASSWORD)).await.unwrap();
        let device = response.tokens.unwrap().refresh_token;
        let family = response.session.unwrap().family_id;

        // Its own limit holds.
        fixture.use_up_limit(1, &limits::SIGN_IN_DEVICE, &family).await;
        let error = send(&fixture, with(&device, "a typing error")).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
        let error = send(&fixture, with(&device, PASSWORD)).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
    }

    #[tokio::test]
    async fn renews_a_hash_with_old_parameters() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let old = hash_with(PASSWORD, 4_096, 1);
        set_hash(&fixture, &customer, &old).await;

        let cost = fixture.hasher.cost();
        let error = send(&fixture, request(&customer.email, "not this one"))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).reason, "AUTH.WRONG_CREDENTIALS");
        assert_eq!(
            fixture.hasher.cost() - cost,
            CURRENT_COST,
            "a wrong password costs as much as for other accounts"
        );
        assert_eq!(stored_hash(&fixture, &customer).await, old);

        send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
        let renewed = stored_hash(&fixture, &customer).await;
        assert!(
            renewed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{renewed}"
        );
        send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
        assert_eq!(stored_hash(&fixture, &customer).await, renewed);
        assert!(fixture.is_live(&customer).await, "a renewal ends no session");
    }

    #[tokio::test]
    async fn renewal_by_a_parallel_sign_in_rejects_nobody_and_a_password_change_stays() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for (new_password, is_accepted) in [(PASSWORD, true), ("mavi divan altında", false)] {
            set_hash(&fixture, &customer, &hash_with(PASSWORD, 4_096, 1)).await;
            let new_hash = hash_with(new_password, 19_456, 2);
            let mut change = kit::database::begin(fixture.harness.pool()).await.unwrap();
            sqlx::query("update app_user set password_hash = $2 where user_id = $1")
                .bind(customer.user.uuid())
                .bind(&new_hash)
                .execute(&mut *change)
                .await
                .unwrap();
            let (outcome, ()) = tokio::join!(send(&fixture, request(&customer.email, PASSWORD)), async {
                fixture.wait_for_lock_waiters(1).await;
                change.commit().await.unwrap();
            });
            assert_eq!(outcome.is_ok(), is_accepted, "{outcome:?}");
            assert_eq!(stored_hash(&fixture, &customer).await, new_hash);
        }
    }

    #[tokio::test]
    async fn owner_can_sign_in_while_the_account_is_under_attack() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
        let attack = format!("198.51.100.9 {}", customer.email);
        fixture
            .use_up_limit(0, &limits::SIGN_IN_ACCOUNT, &customer.email)
            .await;
        fixture
            .use_up_limit(1, &limits::SIGN_IN_UNKNOWN_ADDRESS, &attack)
            .await;

        let attacker = |password: &str| SignInRequest {
            client_address: "198.51.100.9".to_owned(),
            ..request(&customer.email, password)
        };
        let error = send(&fixture, attacker("not this one")).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
        let error = send(&fixture, attacker(PASSWORD)).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        for _ in 0..5 {
            send(&fixture, request(&customer.email, "a typing error"))
                .await
                .unwrap_err();
        }
        send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
    }

    #[tokio::test]
    async fn database_stores_only_token_hashes() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let hashes: Vec<(Vec<u8>, Vec<u8>)> =
            sqlx::query_as("select session_hash, refresh_hash from session_pair")
                .fetch_all(fixture.harness.pool())
                .await
                .unwrap();
        let hash = |token: &str| Token::parse(token).unwrap().hash().bytes().to_vec();
        assert_eq!(hashes, [(hash(&customer.session), hash(&customer.refresh))]);
    }
}
