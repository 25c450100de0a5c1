//! Returns the personal discount of a user.

use kit::{caller::ServiceCaller, failure::Failure};
use proto::account::v1::{GetDiscountRequest, GetDiscountResponse};

use super::{State, get_contact};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: GetDiscountRequest,
) -> Result<GetDiscountResponse, Failure> {
    let profile = get_contact::find(state, &request.user_id).await?;
    Ok(GetDiscountResponse {
        discount_percent: profile.discount.into(),
    })
}

#[cfg(test)]
mod tests {
    use kit::{caller::Caller, domain::UserId, failure::Code, grpc::client::on_behalf_of};

    use tonic::Status;

    use super::*;
    use crate::testing::{Fixture, failure};

    async fn send(fixture: &Fixture, caller: &Caller, user: UserId) -> Result<u32, Status> {
        let request = GetDiscountRequest {
            user_id: user.to_string(),
        };
        let response = fixture
            .client()
            .get_discount(on_behalf_of(caller, request))
            .await?;
        Ok(response.into_inner().discount_percent)
    }

    #[tokio::test]
    async fn discount_is_0_until_staff_sets_it() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let service = testkit::caller::service("order");
        assert_eq!(send(&fixture, &service, customer.user).await.unwrap(), 0);
        fixture.set_discount(&customer.email, 15).await.unwrap();
        assert_eq!(send(&fixture, &service, customer.user).await.unwrap(), 15);
    }

    #[tokio::test]
    async fn returns_not_found_for_unknown_users_and_rejects_customers() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let service = testkit::caller::service("order");
        let error = send(&fixture, &service, UserId::generate()).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::NotFound);
        let caller = testkit::caller::customer(customer.user);
        let error = send(&fixture, &caller, customer.user).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::Forbidden);
    }
}
