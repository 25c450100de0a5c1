//! Returns name, e-mail and language of a user, for mails, and for the order service, which compares e-mails.

use kit::{caller::ServiceCaller, domain::UserId, failure::Failure};
use proto::account::v1::{GetContactRequest, GetContactResponse};

use super::State;
use crate::{
    error::AccountError,
    store::{self, user::Profile},
};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: GetContactRequest,
) -> Result<GetContactResponse, Failure> {
    let profile = find(state, &request.user_id).await?;
    Ok(GetContactResponse {
        name: profile.name,
        lastname: profile.lastname,
        email: profile.email,
        email_verified: profile.is_email_verified,
        language: profile.language.into(),
    })
}

/// Returns the profile of the user with this id.
pub(super) async fn find(state: &State, user: &str) -> Result<Profile, AccountError> {
    let user: UserId = user.parse().map_err(|_| AccountError::UserNotFound)?;
    store::user::find_profile(&mut *state.pool.acquire().await?, user)
        .await?
        .ok_or(AccountError::UserNotFound)
}

#[cfg(test)]
mod tests {
    use kit::{caller::Caller, failure::Code, grpc::client::on_behalf_of};

    use tonic::Status;

    use super::*;
    use crate::testing::{Fixture, failure};

    async fn send(fixture: &Fixture, caller: &Caller, user: &str) -> Result<GetContactResponse, Status> {
        let request = GetContactRequest {
            user_id: user.to_owned(),
        };
        let response = fixture
            .client()
            .get_contact(on_behalf_of(caller, request))
            .await?;
        Ok(response.into_inner())
    }

    #[tokio::test]
    async fn returns_the_contact_to_services() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let service = testkit::caller::service("notification");
        let contact = send(&fixture, &service, &customer.user.to_string())
            .await
            .unwrap();
        assert_eq!(contact.email, customer.email);
        assert_eq!(contact.name, "Leyla");
        assert_eq!(contact.language(), proto::common::v1::Language::En);
    }

    #[tokio::test]
    async fn returns_not_found_for_unknown_users() {
        let fixture = Fixture::start().await;
        let service = testkit::caller::service("notification");
        for user in ["x", &UserId::generate().to_string()] {
            let error = send(&fixture, &service, user).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::NotFound);
        }
    }

    #[tokio::test]
    async fn rejects_other_callers() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (testkit::caller::customer(customer.user), Code::Forbidden),
        ] {
            let error = send(&fixture, &caller, &customer.user.to_string())
                .await
                .unwrap_err();
            assert_eq!(failure(&error).code, code);
        }
    }
}
