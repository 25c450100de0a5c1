//! Opens a session.

use kit::{
    caller::Caller,
    client_address::ClientAddress,
    domain::{Email, Language},
    failure::Failure,
};
use proto::account::v1::{SignInRequest, SignInResponse};
use secrecy::SecretString;
use time::Duration;
use tonic::Request;

use super::{State, convert};
use crate::{
    error::AccountError,
    fields::Fields,
    limits, password,
    session::Session,
    store::{self, user::Credentials},
    token::{Pair, Token},
};

struct SignIn {
    email: Email,
    password: SecretString,
    address: ClientAddress,
    language: Language,
    /// What the browser still had.
    session: Option<Token>,
    refresh: Option<Token>,
}

pub(super) async fn handle(
    state: &State,
    request: Request<SignInRequest>,
) -> Result<SignInResponse, Failure> {
    let language = Caller::from_request(&request)?.language;
    let sign_in = decode(request.get_ref(), language)?;
    let credentials = check(state, &sign_in).await?;
    let (session, pair) = open(state, &sign_in, &credentials).await?;
    Ok(SignInResponse {
        session: Some(convert::session(&session)),
        tokens: Some(convert::tokens(&pair, Duration::ZERO)),
    })
}

fn decode(request: &SignInRequest, language: Language) -> Result<SignIn, AccountError> {
    let mut fields = Fields::default();
    let email = fields.email("email", &request.email);
    if request.password.is_empty() {
        fields.refuse("password", "FIELD.REQUIRED");
        return Err(fields.into_error());
    }
    if request.password.chars().count() > password::LONGEST {
        fields.refuse("password", "FIELD.TOO_LONG");
        return Err(fields.into_error());
    }
    let email = email.ok_or_else(|| fields.into_error())?;
    Ok(SignIn {
        email,
        password: request.password.as_str().into(),
        address: ClientAddress::parse(&request.client_address),
        language,
        session: Token::parse(&request.session_token),
        refresh: Token::parse(&request.refresh_token),
    })
}

/// Finds out whether e-mail and password are right, within the limits.
async fn check(state: &State, sign_in: &SignIn) -> Result<Credentials, AccountError> {
    let mut connection = state.pool.acquire().await?;
    let credentials = store::user::find_credentials(&mut connection, &sign_in.email).await?;
    let is_known = match &credentials {
        Some(found) => store::known_client::exists(&mut connection, found.user, &sign_in.address).await?,
        None => false,
    };
    let attempt = limits::SignIn {
        address: &sign_in.address,
        email: &sign_in.email,
        is_known,
    };
    // Once before the queue, so that a flood does not fill it, and once within the turn, so that no more tries than
    // there are turns pass between a check and its count.
    attempt.check(&mut connection).await?;
    drop(connection);
    let turn = state.passwords.turn().await?;
    attempt.check(&mut *state.pool.acquire().await?).await?;
    let hash = credentials.as_ref().map(|found| found.password_hash.clone());
    let (turn, fits) = turn.verify(sign_in.password.clone(), hash).await?;
    let outcome = match credentials {
        Some(credentials) if fits => Ok(credentials),
        _ => {
            let mut transaction = state.pool.begin().await?;
            attempt.count(&mut transaction).await?;
            transaction.commit().await?;
            Err(AccountError::WrongCredentials)
        }
    };
    drop(turn);
    outcome
}

async fn open(
    state: &State,
    sign_in: &SignIn,
    credentials: &Credentials,
) -> Result<(Session, Pair), AccountError> {
    let mut transaction = state.pool.begin().await?;
    // The password may have been changed since it was checked; its change has ended all sessions.
    if !store::user::sign_in(&mut transaction, credentials, sign_in.language).await? {
        return Err(AccountError::WrongCredentials);
    }
    let ended = store::session::end_by_tokens(
        &mut transaction,
        sign_in.session.as_ref(),
        sign_in.refresh.as_ref(),
    )
    .await?;
    convert::publish_ended(&mut transaction, ended).await?;
    store::known_client::remember(&mut transaction, credentials.user, &sign_in.address).await?;
    let pair = Pair::random();
    let family = store::session::open_family(&mut transaction, credentials.user).await?;
    store::session::insert_pair(&mut transaction, family, &pair).await?;
    let session = store::session::find_live(&mut transaction, &pair.session.hash())
        .await?
        .ok_or(AccountError::NoSession)?;
    transaction.commit().await?;
    Ok((session, pair))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::{
        account::v1::{Role, SessionRevoked},
        common::v1 as common,
    };

    use tonic::Status;

    use super::*;
    use crate::{
        events::session_revoked,
        testing::{Fixture, HASHES_AT_ONCE, PASSWORD, failure, fields},
    };

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
        let answer = fixture.client().sign_in(on_behalf_of(&caller, request)).await?;
        Ok(answer.into_inner())
    }

    #[tokio::test]
    async fn a_session_lasts_30_minutes_and_its_refresh_token_30_days() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let answer = send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
        let (session, tokens) = (answer.session.unwrap(), answer.tokens.unwrap());
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
    async fn a_wrong_password_and_an_unknown_email_read_the_same_at_the_same_cost() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for email in [customer.email.as_str(), "nobody@example.az"] {
            let before = fixture.passwords.computed();
            let refused = send(&fixture, request(email, "not this one")).await.unwrap_err();
            assert_eq!(failure(&refused).code, Code::Unauthenticated);
            assert_eq!(failure(&refused).reason, "AUTH.WRONG_CREDENTIALS");
            assert_eq!(fixture.passwords.computed(), before + 1);
        }
    }

    #[tokio::test]
    async fn what_cannot_be_right_is_named() {
        let fixture = Fixture::start().await;
        let refused = send(&fixture, request("leyla", "")).await.unwrap_err();
        assert_eq!(
            fields(&refused),
            [
                ("email".to_owned(), "CONTACT.FORM.INVALID_EMAIL".to_owned()),
                ("password".to_owned(), "FIELD.REQUIRED".to_owned())
            ]
        );
        let refused = send(&fixture, request("leyla@example.az", &"x".repeat(129)))
            .await
            .unwrap_err();
        assert_eq!(
            fields(&refused),
            [("password".to_owned(), "FIELD.TOO_LONG".to_owned())]
        );
    }

    #[tokio::test]
    async fn it_ends_the_family_that_it_came_with_and_no_other() {
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
    async fn the_language_of_the_sign_in_is_kept() {
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
    async fn failures_from_one_address_close_the_account_to_that_address_only() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let both = format!("203.0.113.1 {}", customer.email);
        fixture
            .leave(1, &limits::SIGN_IN_ADDRESS_AND_ACCOUNT, &both)
            .await;
        let refused = send(&fixture, request(&customer.email, "not this one"))
            .await
            .unwrap_err();
        assert_eq!(failure(&refused).code, Code::Unauthenticated);

        let before = fixture.passwords.computed();
        let refused = send(&fixture, request(&customer.email, PASSWORD))
            .await
            .unwrap_err();
        assert_eq!(failure(&refused).code, Code::LimitReached);
        assert!(failure(&refused).retry_after.is_some());
        assert_eq!(fixture.passwords.computed(), before, "nothing was hashed");

        let elsewhere = SignInRequest {
            client_address: "203.0.113.2".to_owned(),
            ..request(&customer.email, PASSWORD)
        };
        send(&fixture, elsewhere).await.unwrap();
    }

    #[tokio::test]
    async fn failures_with_any_email_close_the_door_to_an_address() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.leave(2, &limits::SIGN_IN_ADDRESS, "203.0.113.1").await;
        for email in ["nobody@example.az", "somebody@example.az"] {
            let refused = send(&fixture, request(email, "not this one")).await.unwrap_err();
            assert_eq!(failure(&refused).code, Code::Unauthenticated);
        }
        let refused = send(&fixture, request(&customer.email, PASSWORD))
            .await
            .unwrap_err();
        assert_eq!(failure(&refused).code, Code::LimitReached);
    }

    #[tokio::test]
    async fn guessing_in_parallel_gains_no_more_tries_than_there_are_turns() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let both = format!("203.0.113.1 {}", customer.email);
        fixture
            .leave(2, &limits::SIGN_IN_ADDRESS_AND_ACCOUNT, &both)
            .await;
        let before = fixture.passwords.computed();
        let tries = (0..40).map(|_| send(&fixture, request(&customer.email, "not this one")));
        let outcomes = futures::future::join_all(tries).await;
        assert!(outcomes.iter().all(Result::is_err));
        let guesses = fixture.passwords.computed() - before;
        assert!(guesses <= 2 + u64::from(HASHES_AT_ONCE), "{guesses}");
    }

    #[tokio::test]
    async fn a_password_that_changes_meanwhile_opens_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        // Its change is under way, not yet seen by the check of the password.
        let mut change = fixture.harness.pool().begin().await.unwrap();
        sqlx::query("update app_user set password_hash = 'another' where user_id = $1")
            .bind(customer.user.uuid())
            .execute(&mut *change)
            .await
            .unwrap();
        let (outcome, ()) = tokio::join!(send(&fixture, request(&customer.email, PASSWORD)), async {
            fixture.until_waiting(1).await;
            change.commit().await.unwrap();
        });
        assert_eq!(failure(&outcome.unwrap_err()).code, Code::Unauthenticated);
    }

    #[tokio::test]
    async fn success_costs_no_tries() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for _ in 0..31 {
            send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
        }
    }

    #[tokio::test]
    async fn an_account_under_attack_stays_open_to_its_owner() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
        let attack = format!("198.51.100.9 {}", customer.email);
        fixture.leave(0, &limits::SIGN_IN_ACCOUNT, &customer.email).await;
        fixture.leave(1, &limits::SIGN_IN_STRANGER, &attack).await;

        let stranger = |password: &str| SignInRequest {
            client_address: "198.51.100.9".to_owned(),
            ..request(&customer.email, password)
        };
        let refused = send(&fixture, stranger("not this one")).await.unwrap_err();
        assert_eq!(failure(&refused).code, Code::Unauthenticated);
        let refused = send(&fixture, stranger(PASSWORD)).await.unwrap_err();
        assert_eq!(failure(&refused).code, Code::LimitReached);
        for _ in 0..5 {
            send(&fixture, request(&customer.email, "a slip of the hand"))
                .await
                .unwrap_err();
        }
        send(&fixture, request(&customer.email, PASSWORD)).await.unwrap();
    }

    #[tokio::test]
    async fn nothing_that_the_database_keeps_opens_a_session() {
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
