//! Deletes an address. The newest remaining one inherits its default flags.

use kit::{
    caller::CustomerCaller,
    domain::{AddressId, UserId},
    failure::Failure,
};
use proto::account::v1::{DeleteAddressRequest, DeleteAddressResponse};

use super::{State, convert};
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: DeleteAddressRequest,
) -> Result<DeleteAddressResponse, Failure> {
    let id = convert::address_id(&request.address_id)?;
    delete(state, user, id).await?;
    Ok(DeleteAddressResponse {})
}

async fn delete(state: &State, user: UserId, id: AddressId) -> Result<(), AccountError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    store::user::lock(&mut transaction, user).await?;
    let deleted = store::address::delete(&mut transaction, user, id)
        .await?
        .ok_or(AccountError::AddressNotFound)?;
    if let Some(mut newest) = store::address::list(&mut transaction, user).await?.pop() {
        newest.defaults = newest.defaults.union(deleted);
        store::address::update(&mut transaction, user, &newest).await?;
    }
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use tonic::Status;

    use super::*;
    use crate::testing::{Customer, Fixture, failure};

    async fn send(fixture: &Fixture, customer: &Customer, id: &str) -> Result<(), Status> {
        let caller = testkit::caller::customer(customer.user);
        let request = DeleteAddressRequest {
            address_id: id.to_owned(),
        };
        fixture
            .client()
            .delete_address(on_behalf_of(&caller, request))
            .await
            .map(drop)
    }

    #[tokio::test]
    async fn newest_remaining_address_inherits_the_defaults() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let first = fixture.add_address(&customer, false, false).await;
        let second = fixture.add_address(&customer, false, false).await;
        let third = fixture.add_address(&customer, false, false).await;
        send(&fixture, &customer, &first.id).await.unwrap();
        assert_eq!(
            fixture.defaults(&customer).await,
            (third.id.clone(), third.id.clone())
        );
        send(&fixture, &customer, &second.id).await.unwrap();
        assert_eq!(
            fixture.defaults(&customer).await,
            (third.id.clone(), third.id.clone())
        );
        send(&fixture, &customer, &third.id).await.unwrap();
        assert_eq!(fixture.addresses(&customer).await, []);
    }

    #[tokio::test]
    async fn only_the_deleted_default_is_inherited() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let billing = fixture.add_address(&customer, false, false).await;
        let shipping = fixture.add_address(&customer, true, false).await;
        let newest = fixture.add_address(&customer, false, false).await;
        send(&fixture, &customer, &shipping.id).await.unwrap();
        assert_eq!(fixture.defaults(&customer).await, (newest.id, billing.id));
    }

    #[tokio::test]
    async fn returns_not_found_for_another_users_address() {
        let fixture = Fixture::start().await;
        let (owner, stranger) = (fixture.customer().await, fixture.customer().await);
        let saved = fixture.add_address(&owner, false, false).await;
        for id in [saved.id.as_str(), "x"] {
            let error = send(&fixture, &stranger, id).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::NotFound);
        }
        assert_eq!(fixture.addresses(&owner).await, [saved]);
    }
}
