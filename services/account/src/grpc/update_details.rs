//! Changes the caller's name and, where both passwords are given, the password.

use kit::{
    caller::Caller,
    domain::{FamilyId, UserId},
    failure::Failure,
};
use proto::account::v1::{UpdateDetailsRequest, UpdateDetailsResponse};
use secrecy::SecretString;
use tonic::Request;

use super::{State, convert};
use crate::{
    error::AccountError,
    fields::Fields,
    limits,
    password::{LONGEST, NewPassword},
    store,
};

struct Change {
    name: String,
    lastname: String,
    password: Option<PasswordChange>,
}

struct PasswordChange {
    current: SecretString,
    new: NewPassword,
    /// Stays signed in.
    family: Option<FamilyId>,
}

pub(super) async fn handle(
    state: &State,
    request: Request<UpdateDetailsRequest>,
) -> Result<UpdateDetailsResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let change = decode(request.get_ref())?;
    update(state, user, change).await?;
    Ok(UpdateDetailsResponse {})
}

fn decode(request: &UpdateDetailsRequest) -> Result<Change, AccountError> {
    let mut fields = Fields::default();
    let name = fields.line::<2, 100>("name", &request.name);
    let lastname = fields.line::<2, 100>("lastname", &request.lastname);
    let wants_password = !request.current_password.is_empty() || !request.new_password.is_empty();
    let new = if wants_password {
        if request.current_password.is_empty() {
            fields.refuse("currentPassword", "FIELD.REQUIRED");
        } else if request.current_password.chars().count() > LONGEST {
            fields.refuse("currentPassword", "FIELD.TOO_LONG");
        }
        fields.new_password("newPassword", &request.new_password)
    } else {
        None
    };
    let family = convert::family_id(&request.family_id)?;
    let (Some(name), Some(lastname), true) = (name, lastname, fields.is_empty()) else {
        return Err(fields.into_error());
    };
    Ok(Change {
        name,
        lastname,
        password: new.map(|new| PasswordChange {
            current: request.current_password.as_str().into(),
            new,
            family,
        }),
    })
}

async fn update(state: &State, user: UserId, change: Change) -> Result<(), AccountError> {
    let hashes = match &change.password {
        Some(password) => Some(check(state, user, password).await?),
        None => None,
    };
    let mut transaction = state.pool.begin().await?;
    if !store::user::set_name(&mut transaction, user, &change.name, &change.lastname).await? {
        return Err(AccountError::UserNotFound);
    }
    if let (Some(password), Some((checked, new))) = (&change.password, hashes) {
        // It may have been changed since it was checked.
        if !store::user::replace_password(&mut transaction, user, &checked, &new).await? {
            return Err(wrong_password());
        }
        store::reset::forget(&mut transaction, user).await?;
        let ended = store::session::end_all(&mut transaction, user, password.family).await?;
        convert::publish_ended(&mut transaction, ended).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Makes sure of the current password, within the limit. Answers its hash and that of the new one.
async fn check(
    state: &State,
    user: UserId,
    change: &PasswordChange,
) -> Result<(String, String), AccountError> {
    let subject = user.to_string();
    let turn = state.passwords.turn().await?;
    let mut connection = state.pool.acquire().await?;
    limits::CURRENT_PASSWORD
        .check(&mut connection, &subject)
        .await??;
    let hash = store::user::find_password_hash(&mut connection, user)
        .await?
        .ok_or(AccountError::UserNotFound)?;
    drop(connection);
    let (turn, fits) = turn.verify(change.current.clone(), Some(hash.clone())).await?;
    if !fits {
        // What is above the limit is told by the next check.
        let _ = limits::CURRENT_PASSWORD
            .count(&mut *state.pool.acquire().await?, &subject)
            .await?;
        return Err(wrong_password());
    }
    let new = turn.hash(change.new.clone()).await?;
    Ok((hash, new))
}

fn wrong_password() -> AccountError {
    AccountError::field("currentPassword", "PASSWORD.WRONG_CURRENT")
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::account::v1::SessionRevoked;

    use tonic::Status;

    use super::*;
    use crate::{
        events::session_revoked,
        testing::{Customer, Fixture, PASSWORD, failure, fields},
    };

    const NEW: &str = "mavi divan altında";

    fn request(current: &str, new: &str) -> UpdateDetailsRequest {
        UpdateDetailsRequest {
            name: "Aysel".to_owned(),
            lastname: "Quliyeva".to_owned(),
            current_password: current.to_owned(),
            new_password: new.to_owned(),
            family_id: String::new(),
        }
    }

    async fn send(
        fixture: &Fixture,
        customer: &Customer,
        request: UpdateDetailsRequest,
    ) -> Result<(), Status> {
        let caller = testkit::caller::customer(customer.user);
        let request = UpdateDetailsRequest {
            family_id: customer.family.to_string(),
            ..request
        };
        fixture
            .client()
            .update_details(on_behalf_of(&caller, request))
            .await
            .map(drop)
    }

    #[tokio::test]
    async fn a_name_changes_alone_and_ends_no_session() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        send(&fixture, &customer, request("", "")).await.unwrap();
        let details = fixture.details(&customer).await;
        assert_eq!(
            (details.name.as_str(), details.lastname.as_str()),
            ("Aysel", "Quliyeva")
        );
        assert_eq!(fixture.details(&other).await.name, "Leyla");
        assert!(fixture.is_live(&customer).await);
        assert!(fixture.sign_in(&customer.email, PASSWORD).await.is_ok());
    }

    #[tokio::test]
    async fn a_new_password_ends_all_other_sessions() {
        let fixture = Fixture::start().await;
        let here = fixture.customer().await;
        let there = fixture.sign_in(&here.email, PASSWORD).await.unwrap();
        let stranger = fixture.customer().await;
        let reset = fixture.reset_token(&here).await;

        send(&fixture, &here, request(PASSWORD, NEW)).await.unwrap();

        assert!(fixture.is_live(&here).await);
        assert!(!fixture.is_live(&there).await);
        assert!(fixture.is_live(&stranger).await);
        assert!(fixture.sign_in(&here.email, NEW).await.is_ok());
        assert!(fixture.sign_in(&here.email, PASSWORD).await.is_err());
        assert!(
            fixture.reset(&reset, PASSWORD).await.is_err(),
            "an older reset mail is dead"
        );
        assert_eq!(
            fixture.harness.published::<SessionRevoked>().await,
            [session_revoked(there.user, &[there.family])]
        );
    }

    #[tokio::test]
    async fn a_wrong_current_password_changes_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let refused = send(&fixture, &customer, request("not this one", NEW))
            .await
            .unwrap_err();
        assert_eq!(failure(&refused).code, Code::Invalid);
        assert_eq!(
            fields(&refused),
            [("currentPassword".to_owned(), "PASSWORD.WRONG_CURRENT".to_owned())]
        );
        assert_eq!(fixture.details(&customer).await.name, "Leyla");
        assert!(fixture.sign_in(&customer.email, PASSWORD).await.is_ok());
    }

    #[tokio::test]
    async fn a_stolen_session_gets_a_bounded_number_of_guesses() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture
            .leave(1, &limits::CURRENT_PASSWORD, &customer.user.to_string())
            .await;
        let refused = send(&fixture, &customer, request("not this one", NEW))
            .await
            .unwrap_err();
        assert_eq!(failure(&refused).code, Code::Invalid);
        let refused = send(&fixture, &customer, request(PASSWORD, NEW))
            .await
            .unwrap_err();
        assert_eq!(failure(&refused).code, Code::LimitReached);
    }

    #[tokio::test]
    async fn every_wrong_field_is_named() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let wrong = UpdateDetailsRequest {
            name: "A".to_owned(),
            lastname: "x".repeat(101),
            ..request("", "short")
        };
        let refused = send(&fixture, &customer, wrong).await.unwrap_err();
        let named: Vec<_> = fields(&refused);
        assert_eq!(
            named,
            [
                ("name", "FIELD.TOO_SHORT"),
                ("lastname", "FIELD.TOO_LONG"),
                ("currentPassword", "FIELD.REQUIRED"),
                ("newPassword", "PASSWORD.TOO_SHORT"),
            ]
            .map(|(name, key)| (name.to_owned(), key.to_owned()))
        );
        let refused = send(&fixture, &customer, request(PASSWORD, ""))
            .await
            .unwrap_err();
        assert_eq!(
            fields(&refused),
            [("newPassword".to_owned(), "FIELD.REQUIRED".to_owned())]
        );
    }

    #[tokio::test]
    async fn of_two_changes_at_once_one_wins() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let (one, other) = tokio::join!(
            send(&fixture, &customer, request(PASSWORD, "the first new one")),
            send(&fixture, &customer, request(PASSWORD, "the second new one")),
        );
        assert!(one.is_ok() != other.is_ok());
        let winner = if one.is_ok() {
            "the first new one"
        } else {
            "the second new one"
        };
        assert!(fixture.sign_in(&customer.email, winner).await.is_ok());
    }
}
