//! Returns the caller's details.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::account::v1::{GetDetailsRequest, GetDetailsResponse};

use super::State;
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    _: GetDetailsRequest,
) -> Result<GetDetailsResponse, Failure> {
    let profile = store::user::find_profile(&mut *state.pool.acquire().await?, user)
        .await?
        .ok_or(AccountError::UserNotFound)?;
    Ok(GetDetailsResponse {
        user_id: user.to_string(),
        name: profile.name,
        lastname: profile.lastname,
        email: profile.email,
        email_verified: profile.is_email_verified,
    })
}

#[cfg(test)]
mod tests {
    use kit::{domain::UserId, failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, failure};

    #[tokio::test]
    async fn returns_the_callers_details() {
        let fixture = Fixture::start().await;
        let (customer, _other) = (fixture.customer().await, fixture.customer().await);
        let details = fixture.details(&customer).await;
        assert_eq!(details.user_id, customer.user.to_string());
        assert_eq!(details.email, customer.email);
        assert_eq!(
            (details.name.as_str(), details.lastname.as_str()),
            ("Leyla", "Məmmədova")
        );
    }

    #[tokio::test]
    async fn rejects_anonymous_and_unknown_users() {
        let fixture = Fixture::start().await;
        let caller = testkit::caller::anonymous();
        let error = fixture
            .client()
            .get_details(on_behalf_of(&caller, GetDetailsRequest {}))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
        let caller = testkit::caller::customer(UserId::generate());
        let error = fixture
            .client()
            .get_details(on_behalf_of(&caller, GetDetailsRequest {}))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::NotFound);
    }
}
