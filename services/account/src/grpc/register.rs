//! Registers a user. A known e-mail gets the same response after the same time, and its owner a mail.

use kit::{
    caller::Caller,
    client_address::ClientAddress,
    domain::{Email, Language},
    events,
    failure::Failure,
    validation::FieldErrors,
};
use proto::account::v1::{RegisterRequest, RegisterResponse};
use sqlx::Acquire as _;
use uuid::Uuid;

use super::State;
use crate::{
    error::AccountError,
    events::{already_registered, registered},
    hashing::Origin,
    limits,
    password::{NewPassword, Owner},
    store::{self, user::NewUser},
};

struct Registration {
    name: String,
    lastname: String,
    email: Email,
    password: NewPassword,
}

pub(super) async fn handle(
    state: &State,
    Caller { language, .. }: Caller,
    request: RegisterRequest,
) -> Result<RegisterResponse, Failure> {
    let registration = decode(&request)?;
    let address = ClientAddress::parse(&request.client_address);
    register(state, registration, &address, language).await?;
    Ok(RegisterResponse {})
}

fn decode(request: &RegisterRequest) -> Result<Registration, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.name::<2, 100>("name", &request.name);
    let lastname = errors.name::<2, 100>("lastname", &request.lastname);
    let email = errors.email("email", &request.email);
    let owner = Owner {
        email: &request.email,
        name: &request.name,
        lastname: &request.lastname,
        is_staff: false,
    };
    let password = NewPassword::validate(&mut errors, "password", &request.password, &owner);
    let (name, lastname, email, password) = errors.finish((name, lastname, email, password))?;
    Ok(Registration {
        name,
        lastname,
        email,
        password,
    })
}

async fn register(
    state: &State,
    registration: Registration,
    address: &ClientAddress,
    language: Language,
) -> Result<(), AccountError> {
    limits::REGISTER_ADDRESS
        .count_address(&mut *state.pool.acquire().await?, address)
        .await??;
    let permit = state.hasher.acquire(Origin::Address(address.clone())).await?;
    let password_hash = permit.hash(registration.password).await?;

    let email = &registration.email;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let is_new = store::user::insert(
        &mut transaction,
        &NewUser {
            email,
            name: &registration.name,
            lastname: &registration.lastname,
            password_hash: &password_hash,
            language,
        },
    )
    .await?;
    // From here on known and new e-mails run the same statements, so that they take the same time.
    let owner = store::user::find_credentials(&mut transaction, email)
        .await?
        .ok_or(AccountError::UserNotFound)?;
    let within_limit = limits::REGISTER_ACCOUNT
        .count(&mut transaction, email.as_str())
        .await?
        .is_ok();
    let verification = Uuid::now_v7();
    let mut savepoint = transaction.begin().await?;
    store::verification::insert(&mut savepoint, verification, owner.user).await?;
    if is_new {
        savepoint.commit().await?;
        events::append(&mut transaction, &registered(owner.user, verification)).await?;
    } else {
        savepoint.rollback().await?;
        if within_limit {
            events::append(&mut transaction, &already_registered(owner.user)).await?;
        }
    }
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::account::v1::Registered;

    use super::*;
    use crate::testing::{Fixture, PASSWORD, failure, fields};

    fn request(email: &str) -> RegisterRequest {
        RegisterRequest {
            name: "Leyla".to_owned(),
            lastname: "Məmmədova".to_owned(),
            email: email.to_owned(),
            password: PASSWORD.to_owned(),
            client_address: "203.0.113.1".to_owned(),
        }
    }

    #[tokio::test]
    async fn new_user_can_sign_in_and_is_published() {
        let fixture = Fixture::start().await;
        fixture.register(request("Leyla@Example.az")).await.unwrap();
        let customer = fixture.sign_in("leyla@example.AZ", PASSWORD).await.unwrap();
        let published = fixture.harness.published::<Registered>().await;
        let verification = published[0].verification_id.parse().unwrap();
        assert_eq!(published, [registered(customer.user, verification)]);
    }

    #[tokio::test]
    async fn known_email_gets_the_same_response_at_the_same_cost_and_changes_nothing() {
        let fixture = Fixture::start().await;
        let first = fixture.register(request("leyla@example.az")).await.unwrap();
        let before = fixture.hasher.computed();
        let mut again = request("LEYLA@example.az");
        again.name = "Somebody".to_owned();
        again.password = "quite another one".to_owned();
        assert_eq!(fixture.register(again).await.unwrap(), first);
        assert_eq!(fixture.hasher.computed(), before + 1);

        let customer = fixture.sign_in("leyla@example.az", PASSWORD).await.unwrap();
        assert!(
            fixture
                .sign_in("leyla@example.az", "quite another one")
                .await
                .is_err()
        );
        assert_eq!(fixture.details(&customer).await.name, "Leyla");
        let published = fixture.harness.published::<Registered>().await;
        assert_eq!(published.len(), 2);
        assert!(!published[0].already_registered);
        assert_eq!(published[1], already_registered(customer.user));
        let requests: i64 = sqlx::query_scalar("select count(*) from email_verification")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(requests, 1);
    }

    #[tokio::test]
    async fn parallel_registrations_of_an_email_create_one_user() {
        let fixture = Fixture::start().await;
        let calls = (0..4).map(|_| fixture.register(request("leyla@example.az")));
        futures::future::try_join_all(calls).await.unwrap();
        let published = fixture.harness.published::<Registered>().await;
        let new = published.iter().filter(|event| !event.already_registered).count();
        assert_eq!((published.len(), new), (4, 1));
    }

    #[tokio::test]
    async fn names_all_invalid_fields() {
        let fixture = Fixture::start().await;
        let error = fixture
            .register(RegisterRequest {
                name: "L".to_owned(),
                lastname: " ".to_owned(),
                email: "leyla".to_owned(),
                password: "password123".to_owned(),
                client_address: String::new(),
            })
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Invalid);
        assert_eq!(
            fields(&error),
            [
                ("name", "FIELD.TOO_SHORT"),
                ("lastname", "FIELD.REQUIRED"),
                ("email", "CONTACT.FORM.INVALID_EMAIL"),
                ("password", "PASSWORD.TOO_COMMON"),
            ]
            .map(|(name, key)| (name.to_owned(), key.to_owned()))
        );
        assert_eq!(fixture.harness.published::<Registered>().await, []);
    }

    #[tokio::test]
    async fn limits_registrations_from_an_address() {
        let fixture = Fixture::start().await;
        fixture
            .use_up_limit(1, &limits::REGISTER_ADDRESS, "203.0.113.1")
            .await;
        fixture.register(request("leyla@example.az")).await.unwrap();
        let error = fixture.register(request("leyla@example.az")).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        assert!(failure(&error).retry_after.is_some());
        let elsewhere = RegisterRequest {
            client_address: "203.0.113.2".to_owned(),
            ..request("leyla@example.az")
        };
        fixture.register(elsewhere).await.unwrap();
    }

    #[tokio::test]
    async fn limits_mails_to_a_registered_email() {
        let fixture = Fixture::start().await;
        fixture.register(request("leyla@example.az")).await.unwrap();
        fixture
            .use_up_limit(1, &limits::REGISTER_ACCOUNT, "leyla@example.az")
            .await;
        for _ in 0..3 {
            fixture.register(request("leyla@example.az")).await.unwrap();
        }
        let published = fixture.harness.published::<Registered>().await;
        assert_eq!(
            published.iter().filter(|event| event.already_registered).count(),
            1
        );
    }
}
