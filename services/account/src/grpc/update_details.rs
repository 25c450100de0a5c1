//! Updates the caller's name and, if both passwords are given, the password.

use kit::{
    caller::CustomerCaller,
    client_address::ClientAddress,
    domain::{FamilyId, UserId},
    failure::Failure,
    validation::FieldErrors,
};
use proto::account::v1::{UpdateDetailsRequest, UpdateDetailsResponse};

use super::{
    State, convert,
    current_password::{CurrentPassword, Person, find_person, password_changed},
};
use crate::{
    error::AccountError,
    password::{NewPassword, Owner, validate_current},
    store,
};

struct Change {
    name: String,
    lastname: String,
    password: Option<PasswordChange>,
}

struct PasswordChange {
    current: CurrentPassword,
    new: NewPassword,
    /// The session family that stays signed in.
    family: Option<FamilyId>,
}

/// The verified hash of the current password and the hash of the new one.
struct Hashes {
    current: String,
    /// Whether the current hash has other parameters than the new one.
    is_current_old: bool,
    new: String,
}

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: UpdateDetailsRequest,
) -> Result<UpdateDetailsResponse, Failure> {
    let person = if request.new_password.is_empty() {
        None
    } else {
        find_person(&mut *state.pool.acquire().await?, user).await?
    };
    let owner = person.as_ref().map(Person::as_owner).unwrap_or_default();
    let change = decode(&request, owner)?;
    update(state, user, change).await?;
    Ok(UpdateDetailsResponse {})
}

/// `owner` has the stored e-mail; the names are those of the request.
fn decode(request: &UpdateDetailsRequest, owner: Owner<'_>) -> Result<Change, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.name::<2, 100>("name", &request.name);
    let lastname = errors.name::<2, 100>("lastname", &request.lastname);
    let family = convert::family_id(&request.family_id)?;
    let password = if request.current_password.is_empty() && request.new_password.is_empty() {
        None
    } else {
        let current = validate_current(&mut errors, "currentPassword", &request.current_password);
        let owner = Owner {
            name: &request.name,
            lastname: &request.lastname,
            ..owner
        };
        let new = NewPassword::validate(&mut errors, "newPassword", &request.new_password, &owner);
        current.zip(new).map(|(password, new)| PasswordChange {
            current: CurrentPassword {
                password,
                field: "currentPassword",
                address: ClientAddress::parse(&request.client_address),
            },
            new,
            family,
        })
    };
    let (name, lastname) = errors.finish((name, lastname))?;
    Ok(Change {
        name,
        lastname,
        password,
    })
}

async fn update(state: &State, user: UserId, change: Change) -> Result<(), AccountError> {
    let Some(password) = &change.password else {
        return if apply(state, user, &change, None).await? {
            Ok(())
        } else {
            Err(AccountError::UserNotFound)
        };
    };
    let hashes = hash(state, user, password).await?;
    let mut is_changed = apply(state, user, &change, Some(&hashes)).await?;
    // A sign-in may have renewed an old hash since it was verified.
    if !is_changed && hashes.is_current_old {
        let hashes = hash(state, user, password).await?;
        is_changed = apply(state, user, &change, Some(&hashes)).await?;
    }
    if is_changed {
        Ok(())
    } else {
        Err(password.current.wrong())
    }
}

/// Updates name and password. Returns false, without an effect, if there is no such user or the verified hash is not
/// the stored one any more.
async fn apply(
    state: &State,
    user: UserId,
    change: &Change,
    hashes: Option<&Hashes>,
) -> Result<bool, AccountError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    if !store::user::set_name(&mut transaction, user, &change.name, &change.lastname).await? {
        return Ok(false);
    }
    if let (Some(password), Some(hashes)) = (&change.password, hashes) {
        if !store::user::replace_password(&mut transaction, user, &hashes.current, &hashes.new).await? {
            return Ok(false);
        }
        store::reset::delete_all(&mut transaction, user).await?;
        password_changed(&mut transaction, user, password.family).await?;
    }
    transaction.commit().await?;
    Ok(true)
}

/// Verifies the current password, within the limits, and hashes the new one.
async fn hash(state: &State, user: UserId, change: &PasswordChange) -> Result<Hashes, AccountError> {
    let verified = change.current.verify(state, user).await?;
    Ok(Hashes {
        current: verified.hash,
        is_current_old: verified.is_old,
        new: verified.permit.hash(change.new.clone()).await?,
    })
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::account::v1::SessionRevoked;

    use tonic::Status;

    use super::*;
    use crate::{
        argon::hash_with,
        events::session_revoked,
        limits,
        testing::{Customer, Fixture, PASSWORD, failure, fields, set_hash},
    };

    const NEW: &str = "mavi divan altında";

    fn request(current: &str, new: &str) -> UpdateDetailsRequest {
        UpdateDetailsRequest {
            name: "Aysel".to_owned(),
            lastname: "Quliyeva".to_owned(),
            current_password: current.to_owned(),
            new_password: new.to_owned(),
            family_id: String::new(),
            client_address: "203.0.113.1".to_owned(),
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
    async fn name_change_ends_no_session() {
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
    async fn new_password_ends_all_other_sessions() {
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
            "older reset mails are invalid"
        );
        assert_eq!(
            fixture.harness.published::<SessionRevoked>().await,
            [session_revoked(there.user, &[there.family])]
        );
    }

    #[tokio::test]
    async fn wrong_current_password_changes_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let error = send(&fixture, &customer, request("not this one", NEW))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Invalid);
        assert_eq!(
            fields(&error),
            [("currentPassword".to_owned(), "PASSWORD.WRONG_CURRENT".to_owned())]
        );
        assert_eq!(fixture.details(&customer).await.name, "Leyla");
        assert!(fixture.sign_in(&customer.email, PASSWORD).await.is_ok());
    }

    #[tokio::test]
    async fn limits_guesses_of_the_current_password() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture
            .use_up_limit(1, &limits::CURRENT_PASSWORD, &customer.user.to_string())
            .await;
        let error = send(&fixture, &customer, request("not this one", NEW))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Invalid);
        let error = send(&fixture, &customer, request(PASSWORD, NEW))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
    }

    #[tokio::test]
    async fn limits_all_password_changes_by_user_and_address() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        let limits = Fixture::hash_limits();
        fixture
            .use_up_limit(1, &limits.changes_per_account, &customer.user.to_string())
            .await;
        send(&fixture, &customer, request(PASSWORD, NEW)).await.unwrap();
        let before = fixture.hasher.computed();
        let error = send(&fixture, &customer, request(NEW, PASSWORD))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        assert!(failure(&error).retry_after.is_some());

        fixture
            .use_up_limit(0, &limits.changes_per_address, "203.0.113.1")
            .await;
        let error = send(&fixture, &other, request(PASSWORD, NEW)).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::LimitReached);
        assert_eq!(fixture.hasher.computed(), before, "nothing was hashed");
        send(&fixture, &other, request("", "")).await.unwrap();
        let elsewhere = UpdateDetailsRequest {
            client_address: "203.0.113.2".to_owned(),
            ..request(PASSWORD, NEW)
        };
        send(&fixture, &other, elsewhere).await.unwrap();
    }

    #[tokio::test]
    async fn succeeds_while_a_sign_in_renews_the_hash() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        set_hash(&fixture, &customer, &hash_with(PASSWORD, 4_096, 1)).await;
        let mut renewal = kit::database::begin(fixture.harness.pool()).await.unwrap();
        sqlx::query("update app_user set password_hash = $2 where user_id = $1")
            .bind(customer.user.uuid())
            .bind(hash_with(PASSWORD, 19_456, 2))
            .execute(&mut *renewal)
            .await
            .unwrap();
        let (outcome, ()) = tokio::join!(send(&fixture, &customer, request(PASSWORD, NEW)), async {
            fixture.wait_for_lock_waiters(1).await;
            renewal.commit().await.unwrap();
        });
        outcome.unwrap();
        assert!(fixture.sign_in(&customer.email, NEW).await.is_ok());
    }

    #[tokio::test]
    async fn names_all_invalid_fields() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let invalid = UpdateDetailsRequest {
            name: "A".to_owned(),
            lastname: "x".repeat(101),
            ..request("", "short")
        };
        let error = send(&fixture, &customer, invalid).await.unwrap_err();
        assert_eq!(
            fields(&error),
            [
                ("name", "FIELD.TOO_SHORT"),
                ("lastname", "FIELD.TOO_LONG"),
                ("currentPassword", "FIELD.REQUIRED"),
                ("newPassword", "PASSWORD.TOO_SHORT"),
            ]
            .map(|(name, key)| (name.to_owned(), key.to_owned()))
        );
        let error = send(&fixture, &customer, request(PASSWORD, ""))
            .await
            .unwrap_err();
        assert_eq!(
            fields(&error),
            [("newPassword".to_owned(), "FIELD.REQUIRED".to_owned())]
        );
    }

    #[tokio::test]
    async fn exactly_one_of_parallel_changes_succeeds() {
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
