//! Verification of e-mail and password, for the shop and the desk.

use kit::{
    client_address::ClientAddress,
    domain::{Email, FamilyId, Language, UserId},
    failure::Failure,
    validation::FieldErrors,
};
use sqlx::PgConnection;

use super::State;
use crate::{
    argon::Verdict,
    error::AccountError,
    hashing::Origin,
    limits,
    password::{TypedPassword, validate_current},
    store::{self, user::Credentials},
    token::Token,
};

/// An attempt to sign in.
pub(super) struct SignIn {
    pub(super) email: Email,
    pub(super) password: TypedPassword,
    pub(super) address: ClientAddress,
    /// The application of the sign-in.
    pub(super) place: Place,
    /// Tokens of a previous session of the shop, which ends.
    pub(super) session: Option<Token>,
    pub(super) refresh: Option<Token>,
}

/// Application that a user signs in to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The shop, in this language.
    Shop(Language),
    /// The desk, which only staff can sign in to.
    Desk,
}

impl Place {
    /// Returns the language that the account gets by the sign-in; staff choose theirs at the desk.
    pub(super) const fn language(self) -> Option<Language> {
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

/// E-mail, password and address as sent.
pub(super) struct Sent<'a> {
    pub(super) email: &'a str,
    pub(super) password: &'a str,
    pub(super) client_address: &'a str,
}

/// Validates e-mail and password.
pub(super) fn decode(request: &Sent<'_>, place: Place) -> Result<SignIn, Failure> {
    let mut errors = FieldErrors::default();
    let email = errors.email("email", request.email);
    let password = validate_current(&mut errors, "password", request.password);
    let (email, password) = errors.finish((email, password))?;
    Ok(SignIn {
        email,
        password,
        address: ClientAddress::parse(request.client_address),
        place,
        session: None,
        refresh: None,
    })
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
        (Some(credentials), Verdict::RightWithOldHash) => Ok(Verified {
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

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::account::v1::{SignInRequest, SignOutRequest};

    use super::*;
    use crate::{
        argon::hash_with,
        testing::{
            Fixture, HASH_CONCURRENCY, PASSWORD, failure, fields, send_sign_in, set_hash, sign_in_request,
            stored_hash,
        },
    };

    /// Blocks filled for a hash with the current parameters.
    const CURRENT_COST: u64 = 19 * 1_024 * 2;

    #[tokio::test]
    async fn wrong_password_and_unknown_email_get_the_same_response_at_the_same_cost() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for email in [customer.email.as_str(), "nobody@example.az"] {
            let (hashes, cost) = (fixture.hasher.computed(), fixture.hasher.cost());
            let error = send_sign_in(&fixture, sign_in_request(email, "not this one"))
                .await
                .unwrap_err();
            assert_eq!(failure(&error).code, Code::Unauthenticated);
            assert_eq!(failure(&error).reason, "AUTH.WRONG_CREDENTIALS");
            assert_eq!(fixture.hasher.computed(), hashes + 1);
            assert_eq!(fixture.hasher.cost() - cost, CURRENT_COST);
        }
    }

    #[tokio::test]
    async fn names_invalid_fields() {
        let fixture = Fixture::start().await;
        let error = send_sign_in(&fixture, sign_in_request("leyla", ""))
            .await
            .unwrap_err();
        assert_eq!(
            fields(&error),
            [
                ("email".to_owned(), "CONTACT.FORM.INVALID_EMAIL".to_owned()),
                ("password".to_owned(), "FIELD.REQUIRED".to_owned())
            ]
        );
        let error = send_sign_in(&fixture, sign_in_request("leyla@example.az", &"x".repeat(129)))
            .await
            .unwrap_err();
        assert_eq!(
            fields(&error),
            [("password".to_owned(), "FIELD.TOO_LONG".to_owned())]
        );
    }

    #[tokio::test]
    async fn failures_block_only_their_address_from_the_account() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let both = format!("203.0.113.1 {}", customer.email);
        fixture
            .use_up_limit(1, &limits::SIGN_IN_ADDRESS_AND_ACCOUNT, &both)
            .await;
        let error = send_sign_in(&fixture, sign_in_request(&customer.email, "not this one"))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);

        let before = fixture.hasher.computed();
        let error = send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        assert!(failure(&error).retry_after.is_some());
        assert_eq!(fixture.hasher.computed(), before, "nothing was hashed");

        let elsewhere = SignInRequest {
            client_address: "203.0.113.2".to_owned(),
            ..sign_in_request(&customer.email, PASSWORD)
        };
        send_sign_in(&fixture, elsewhere).await.unwrap();
    }

    #[tokio::test]
    async fn failures_with_any_email_block_their_address() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture
            .use_up_limit(2, &limits::SIGN_IN_ADDRESS, "203.0.113.1")
            .await;
        for email in ["nobody@example.az", "somebody@example.az"] {
            let error = send_sign_in(&fixture, sign_in_request(email, "not this one"))
                .await
                .unwrap_err();
            assert_eq!(failure(&error).code, Code::Unauthenticated);
        }
        let error = send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD))
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
        let calls = (0..40).map(|_| send_sign_in(&fixture, sign_in_request(&customer.email, "not this one")));
        let outcomes = futures::future::join_all(calls).await;
        assert!(outcomes.iter().all(Result::is_err));
        let guesses = fixture.hasher.computed() - before;
        assert!(guesses <= 2 + u64::from(HASH_CONCURRENCY), "{guesses}");
    }

    #[tokio::test]
    async fn successful_sign_ins_are_no_failures() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for _ in 0..31 {
            send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD))
                .await
                .unwrap();
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
            let outcome = send_sign_in(&fixture, sign_in_request(&customer.email, password)).await;
            assert_eq!(outcome.is_ok(), password == PASSWORD);
        }
        let before = fixture.hasher.computed();
        let device = SignInRequest {
            client_address: "198.51.100.9".to_owned(),
            refresh_token: customer.refresh.clone(),
            ..sign_in_request(&customer.email, PASSWORD)
        };
        for limited in [sign_in_request(&customer.email, PASSWORD), device] {
            let error = send_sign_in(&fixture, limited).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::LimitReached);
            assert!(failure(&error).retry_after.is_some());
        }
        assert_eq!(fixture.hasher.computed(), before, "nothing was hashed");
        send_sign_in(&fixture, sign_in_request(&other.email, PASSWORD))
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn limits_all_sign_ins_from_an_address() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture
            .use_up_limit(2, &Fixture::hash_limits().sign_ins_per_address, "203.0.113.1")
            .await;
        send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD))
            .await
            .unwrap();
        let error = send_sign_in(&fixture, sign_in_request("nobody@example.az", PASSWORD))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
        let before = fixture.hasher.computed();
        let error = send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        assert!(failure(&error).retry_after.is_some());
        assert_eq!(fixture.hasher.computed(), before, "nothing was hashed");
        let elsewhere = SignInRequest {
            client_address: "203.0.113.2".to_owned(),
            ..sign_in_request(&customer.email, PASSWORD)
        };
        send_sign_in(&fixture, elsewhere).await.unwrap();
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
            ..sign_in_request(&customer.email, password)
        };
        // No device, that of another account, and one that signed out.
        for refresh in ["", &other.refresh, &signed_out.refresh] {
            let error = send_sign_in(&fixture, with(refresh, PASSWORD)).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::LimitReached);
        }
        fixture
            .use_up_limit(1, &limits::SIGN_IN_DEVICE, &customer.family.to_string())
            .await;
        let response = send_sign_in(&fixture, with(&customer.refresh, PASSWORD))
            .await
            .unwrap();
        let device = response.tokens.unwrap().refresh_token;
        let family = response.session.unwrap().family_id;

        // Its own limit holds.
        fixture.use_up_limit(1, &limits::SIGN_IN_DEVICE, &family).await;
        let error = send_sign_in(&fixture, with(&device, "a typing error"))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
        let error = send_sign_in(&fixture, with(&device, PASSWORD)).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
    }

    #[tokio::test]
    async fn renews_a_hash_with_old_parameters() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let old = hash_with(PASSWORD, 4_096, 1);
        set_hash(&fixture, &customer, &old).await;

        let cost = fixture.hasher.cost();
        let error = send_sign_in(&fixture, sign_in_request(&customer.email, "not this one"))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).reason, "AUTH.WRONG_CREDENTIALS");
        assert_eq!(
            fixture.hasher.cost() - cost,
            CURRENT_COST,
            "a wrong password costs as much as for other accounts"
        );
        assert_eq!(stored_hash(&fixture, &customer).await, old);

        send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD))
            .await
            .unwrap();
        let renewed = stored_hash(&fixture, &customer).await;
        assert!(
            renewed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{renewed}"
        );
        send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD))
            .await
            .unwrap();
        assert_eq!(stored_hash(&fixture, &customer).await, renewed);
        assert!(fixture.is_live(&customer).await, "a renewal ends no session");
    }

    #[tokio::test]
    async fn renews_a_hash_of_another_unicode_form() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let (composed, decomposed) = ("gölbaşım 7", "go\u{308}lbas\u{327}ım\u{a0}7");
        set_hash(&fixture, &customer, &hash_with(decomposed, 19_456, 2)).await;
        let sign_in =
            async |password| send_sign_in(&fixture, sign_in_request(&customer.email, password)).await;
        assert_eq!(
            failure(&sign_in(composed).await.unwrap_err()).reason,
            "AUTH.WRONG_CREDENTIALS"
        );
        for password in [decomposed, composed, decomposed] {
            sign_in(password).await.unwrap();
        }
    }

    #[tokio::test]
    async fn owner_can_sign_in_while_the_account_is_under_attack() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD))
            .await
            .unwrap();
        let attack = format!("198.51.100.9 {}", customer.email);
        fixture
            .use_up_limit(0, &limits::SIGN_IN_ACCOUNT, &customer.email)
            .await;
        fixture
            .use_up_limit(1, &limits::SIGN_IN_UNKNOWN_ADDRESS, &attack)
            .await;

        let attacker = |password: &str| SignInRequest {
            client_address: "198.51.100.9".to_owned(),
            ..sign_in_request(&customer.email, password)
        };
        let error = send_sign_in(&fixture, attacker("not this one"))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
        let error = send_sign_in(&fixture, attacker(PASSWORD)).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        for _ in 0..5 {
            send_sign_in(&fixture, sign_in_request(&customer.email, "a typing error"))
                .await
                .unwrap_err();
        }
        send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD))
            .await
            .unwrap();
    }
}
