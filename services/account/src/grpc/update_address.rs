//! Updates an address. It keeps the default flags that it has.

use kit::{
    caller::CustomerCaller,
    domain::{AddressId, UserId},
    failure::Failure,
};
use proto::account::v1::{UpdateAddressRequest, UpdateAddressResponse};

use super::{State, convert};
use crate::{
    address::{Address, Defaults, Details},
    error::AccountError,
    store,
};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: UpdateAddressRequest,
) -> Result<UpdateAddressResponse, Failure> {
    let address = request.address.as_ref();
    let id = convert::address_id(address.map(|address| address.id.as_str()).unwrap_or_default())?;
    let (details, requested) = convert::address_details(address)?;
    let address = update(state, user, id, Some(details), requested).await?;
    Ok(UpdateAddressResponse {
        address: Some(address.into()),
    })
}

/// Replaces the details of an address, if given, and adds default flags.
pub(super) async fn update(
    state: &State,
    user: UserId,
    id: AddressId,
    details: Option<Details>,
    requested: Defaults,
) -> Result<Address, AccountError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    store::user::lock(&mut transaction, user).await?;
    let before = store::address::list(&mut transaction, user)
        .await?
        .into_iter()
        .find(|address| address.id == id)
        .ok_or(AccountError::AddressNotFound)?;
    let address = Address {
        id,
        defaults: before.defaults.union(requested),
        details: details.unwrap_or(before.details),
    };
    store::address::clear_defaults(&mut transaction, user, address.defaults, id).await?;
    if !store::address::update(&mut transaction, user, &address).await? {
        return Err(AccountError::AddressNotFound);
    }
    transaction.commit().await?;
    Ok(address)
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::account::v1 as wire;

    use tonic::Status;

    use super::*;
    use crate::testing::{Customer, Fixture, address, failure};

    async fn send(
        fixture: &Fixture,
        customer: &Customer,
        address: wire::Address,
    ) -> Result<wire::Address, Status> {
        let caller = testkit::caller::customer(customer.user);
        let request = UpdateAddressRequest {
            address: Some(address),
        };
        let response = fixture
            .client()
            .update_address(on_behalf_of(&caller, request))
            .await?;
        Ok(response.into_inner().address.unwrap())
    }

    #[tokio::test]
    async fn keeps_default_flags_and_adds_requested_ones() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let first = fixture.add_address(&customer, false, false).await;
        let second = fixture.add_address(&customer, false, false).await;
        let changed = |id: &str, shipping, billing| wire::Address {
            id: id.to_owned(),
            city: "Gəncə".to_owned(),
            ..address(shipping, billing)
        };

        let saved = send(&fixture, &customer, changed(&first.id, false, false))
            .await
            .unwrap();
        assert_eq!(saved.city, "Gəncə");
        assert_eq!(
            fixture.defaults(&customer).await,
            (first.id.clone(), first.id.clone())
        );

        send(&fixture, &customer, changed(&second.id, true, false))
            .await
            .unwrap();
        assert_eq!(fixture.defaults(&customer).await, (second.id, first.id));
    }

    #[tokio::test]
    async fn returns_not_found_for_another_users_address() {
        let fixture = Fixture::start().await;
        let (owner, stranger) = (fixture.customer().await, fixture.customer().await);
        let saved = fixture.add_address(&owner, false, false).await;
        for id in [saved.id.as_str(), "x", "", &AddressId::generate().to_string()] {
            let request = wire::Address {
                id: id.to_owned(),
                ..address(true, true)
            };
            let error = send(&fixture, &stranger, request).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::NotFound);
        }
        assert_eq!(fixture.addresses(&owner).await, [saved]);
    }

    #[tokio::test]
    async fn invalid_field_changes_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let saved = fixture.add_address(&customer, false, false).await;
        let invalid = wire::Address {
            full_name: "L".to_owned(),
            ..saved.clone()
        };
        let error = send(&fixture, &customer, invalid).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::Invalid);
        assert_eq!(fixture.addresses(&customer).await, [saved]);
    }
}
