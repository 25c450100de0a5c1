//! The personal discount of a user.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{GetDiscountRequest, GetDiscountResponse};
use tonic::Request;

use super::{State, get_contact};

pub(super) async fn handle(
    state: &State,
    request: Request<GetDiscountRequest>,
) -> Result<GetDiscountResponse, Failure> {
    Caller::from_request(&request)?.require_service()?;
    let profile = get_contact::find(state, &request.get_ref().user_id).await?;
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
        let answer = fixture
            .client()
            .get_discount(on_behalf_of(caller, request))
            .await?;
        Ok(answer.into_inner().discount_percent)
    }

    #[tokio::test]
    async fn it_is_nothing_until_the_staff_sets_it() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let service = testkit::caller::service("order");
        assert_eq!(send(&fixture, &service, customer.user).await.unwrap(), 0);
        fixture.set_discount(&customer.email, 15).await.unwrap();
        assert_eq!(send(&fixture, &service, customer.user).await.unwrap(), 15);
    }

    #[tokio::test]
    async fn an_unknown_user_is_not_found_and_only_services_ask() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let service = testkit::caller::service("order");
        let refused = send(&fixture, &service, UserId::generate()).await.unwrap_err();
        assert_eq!(failure(&refused).code, Code::NotFound);
        let caller = testkit::caller::customer(customer.user);
        let refused = send(&fixture, &caller, customer.user).await.unwrap_err();
        assert_eq!(failure(&refused).code, Code::Forbidden);
    }
}
