//! Makes an account. A known e-mail gets the same answer at the same cost, and its owner a mail.

use kit::{
    caller::Caller,
    client_address::ClientAddress,
    domain::{Email, Language},
    events,
    failure::Failure,
};
use proto::account::v1::{RegisterRequest, RegisterResponse};
use tonic::Request;

use super::State;
use crate::{
    error::AccountError,
    events::registered,
    fields::Fields,
    limits,
    password::NewPassword,
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
    request: Request<RegisterRequest>,
) -> Result<RegisterResponse, Failure> {
    let language = Caller::from_request(&request)?.language;
    let registration = decode(request.get_ref())?;
    let address = ClientAddress::parse(&request.get_ref().client_address);
    register(state, registration, &address, language).await?;
    Ok(RegisterResponse {})
}

fn decode(request: &RegisterRequest) -> Result<Registration, AccountError> {
    let mut fields = Fields::default();
    let name = fields.line::<2, 100>("name", &request.name);
    let lastname = fields.line::<2, 100>("lastname", &request.lastname);
    let email = fields.email("email", &request.email);
    let password = fields.new_password("password", &request.password);
    match (name, lastname, email, password) {
        (Some(name), Some(lastname), Some(email), Some(password)) => Ok(Registration {
            name,
            lastname,
            email,
            password,
        }),
        _ => Err(fields.into_error()),
    }
}

async fn register(
    state: &State,
    registration: Registration,
    address: &ClientAddress,
    language: Language,
) -> Result<(), AccountError> {
    limits::REGISTER_ADDRESS
        .count(&mut *state.pool.acquire().await?, address.as_str())
        .await??;
    let password_hash = state.passwords.turn().await?.hash(registration.password).await?;

    let email = &registration.email;
    let mut transaction = state.pool.begin().await?;
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
    // From here on both cases send the same statements, so that they take the same time.
    let owner = store::user::find_credentials(&mut transaction, email)
        .await?
        .ok_or(AccountError::UserNotFound)?;
    let may_mail = limits::REGISTER_ACCOUNT
        .count(&mut transaction, email.as_str())
        .await?
        .is_ok();
    if is_new || may_mail {
        events::append(&mut transaction, &registered(owner.user, !is_new)).await?;
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
    async fn a_new_account_can_sign_in_and_is_announced() {
        let fixture = Fixture::start().await;
        fixture.register(request("Leyla@Example.az")).await.unwrap();
        let customer = fixture.sign_in("leyla@example.AZ", PASSWORD).await.unwrap();
        let published = fixture.harness.published::<Registered>().await;
        assert_eq!(published, [registered(customer.user, false)]);
    }

    #[tokio::test]
    async fn a_known_email_gets_the_same_answer_at_the_same_cost_and_changes_nothing() {
        let fixture = Fixture::start().await;
        let first = fixture.register(request("leyla@example.az")).await.unwrap();
        let before = fixture.passwords.computed();
        let mut again = request("LEYLA@example.az");
        again.name = "Somebody".to_owned();
        again.password = "quite another one".to_owned();
        assert_eq!(fixture.register(again).await.unwrap(), first);
        assert_eq!(fixture.passwords.computed(), before + 1);

        let customer = fixture.sign_in("leyla@example.az", PASSWORD).await.unwrap();
        assert!(
            fixture
                .sign_in("leyla@example.az", "quite another one")
                .await
                .is_err()
        );
        assert_eq!(fixture.details(&customer).await.name, "Leyla");
        assert_eq!(
            fixture.harness.published::<Registered>().await,
            [registered(customer.user, false), registered(customer.user, true)]
        );
    }

    #[tokio::test]
    async fn parallel_registrations_of_one_email_make_one_account() {
        let fixture = Fixture::start().await;
        let tries = (0..4).map(|_| fixture.register(request("leyla@example.az")));
        futures::future::try_join_all(tries).await.unwrap();
        let published = fixture.harness.published::<Registered>().await;
        let new = published.iter().filter(|event| !event.already_registered).count();
        assert_eq!((published.len(), new), (4, 1));
    }

    #[tokio::test]
    async fn every_wrong_field_is_named() {
        let fixture = Fixture::start().await;
        let refused = fixture
            .register(RegisterRequest {
                name: "L".to_owned(),
                lastname: " ".to_owned(),
                email: "leyla".to_owned(),
                password: "password123".to_owned(),
                client_address: String::new(),
            })
            .await
            .unwrap_err();
        assert_eq!(failure(&refused).code, Code::Invalid);
        assert_eq!(
            fields(&refused),
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
    async fn one_address_has_a_bounded_number_of_tries() {
        let fixture = Fixture::start().await;
        fixture.leave(1, &limits::REGISTER_ADDRESS, "203.0.113.1").await;
        fixture.register(request("leyla@example.az")).await.unwrap();
        let refused = fixture.register(request("leyla@example.az")).await.unwrap_err();
        assert_eq!(failure(&refused).code, Code::LimitReached);
        assert!(failure(&refused).retry_after.is_some());
        let elsewhere = RegisterRequest {
            client_address: "203.0.113.2".to_owned(),
            ..request("leyla@example.az")
        };
        fixture.register(elsewhere).await.unwrap();
    }

    #[tokio::test]
    async fn nobodys_mailbox_is_flooded() {
        let fixture = Fixture::start().await;
        fixture.register(request("leyla@example.az")).await.unwrap();
        fixture
            .leave(1, &limits::REGISTER_ACCOUNT, "leyla@example.az")
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
