//! Makes an address the default for shipping and billing.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::account::v1::{SetDefaultAddressRequest, SetDefaultAddressResponse};

use super::{State, convert, update_address::update};
use crate::address::Defaults;

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: SetDefaultAddressRequest,
) -> Result<SetDefaultAddressResponse, Failure> {
    let id = convert::address_id(&request.address_id)?;
    let address = update(state, user, id, None, Defaults::BOTH).await?;
    Ok(SetDefaultAddressResponse {
        address: Some(address.into()),
    })
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use tonic::Status;

    use super::*;
    use crate::testing::{Customer, Fixture, failure};

    async fn send(fixture: &Fixture, customer: &Customer, id: &str) -> Result<(), Status> {
        let caller = testkit::caller::customer(customer.user);
        let request = SetDefaultAddressRequest {
            address_id: id.to_owned(),
        };
        fixture
            .client()
            .set_default_address(on_behalf_of(&caller, request))
            .await
            .map(drop)
    }

    #[tokio::test]
    async fn address_becomes_both_defaults() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.add_address(&customer, false, false).await;
        let second = fixture.add_address(&customer, false, false).await;
        for _ in 0..2 {
            send(&fixture, &customer, &second.id).await.unwrap();
            assert_eq!(
                fixture.defaults(&customer).await,
                (second.id.clone(), second.id.clone())
            );
        }
    }

    #[tokio::test]
    async fn returns_not_found_for_another_users_address() {
        let fixture = Fixture::start().await;
        let (owner, stranger) = (fixture.customer().await, fixture.customer().await);
        let saved = fixture.add_address(&owner, false, false).await;
        for id in [saved.id.as_str(), ""] {
            let error = send(&fixture, &stranger, id).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::NotFound);
        }
    }
}
