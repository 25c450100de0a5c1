//! Saves a new address.

use kit::{
    caller::CustomerCaller,
    domain::{AddressId, UserId},
    failure::Failure,
};
use proto::account::v1::{CreateAddressRequest, CreateAddressResponse};

use super::{State, convert};
use crate::{
    address::{Address, Defaults, Details, MAX_ADDRESSES},
    error::AccountError,
    store,
};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: CreateAddressRequest,
) -> Result<CreateAddressResponse, Failure> {
    let (details, requested) = convert::address_details(request.address.as_ref())?;
    let address = create(state, user, details, requested).await?;
    Ok(CreateAddressResponse {
        address: Some(address.into()),
    })
}

async fn create(
    state: &State,
    user: UserId,
    details: Details,
    requested: Defaults,
) -> Result<Address, AccountError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    if !store::user::lock(&mut transaction, user).await? {
        return Err(AccountError::UserNotFound);
    }
    let others: Vec<_> = store::address::list(&mut transaction, user)
        .await?
        .into_iter()
        .map(|address| address.defaults)
        .collect();
    if i64::try_from(others.len()).is_ok_and(|count| count >= MAX_ADDRESSES) {
        return Err(AccountError::TooManyAddresses);
    }
    let address = Address {
        id: AddressId::generate(),
        details,
        defaults: Defaults::for_new(requested, &others),
    };
    store::address::clear_defaults(&mut transaction, user, address.defaults, address.id).await?;
    store::address::insert(&mut transaction, user, &address).await?;
    transaction.commit().await?;
    Ok(address)
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use tonic::Status;

    use super::*;
    use crate::testing::{Customer, Fixture, address, failure, fields};

    async fn send(
        fixture: &Fixture,
        customer: &Customer,
        address: proto::account::v1::Address,
    ) -> Result<proto::account::v1::Address, Status> {
        let caller = testkit::caller::customer(customer.user);
        let request = CreateAddressRequest {
            address: Some(address),
        };
        let response = fixture
            .client()
            .create_address(on_behalf_of(&caller, request))
            .await?;
        Ok(response.into_inner().address.unwrap())
    }

    #[tokio::test]
    async fn first_address_becomes_both_defaults_and_later_ones_on_request() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let first = send(&fixture, &customer, address(false, false)).await.unwrap();
        assert!(first.is_default_shipping && first.is_default_billing);
        let second = send(&fixture, &customer, address(false, false)).await.unwrap();
        assert!(!second.is_default_shipping && !second.is_default_billing);
        let third = send(&fixture, &customer, address(true, false)).await.unwrap();
        assert_eq!(fixture.defaults(&customer).await, (third.id, first.id));
    }

    #[tokio::test]
    async fn normalizes_phone_country_and_spaces() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let entered = proto::account::v1::Address {
            phone_number: "\u{202a}+994 (0)50 123\u{2013}45\u{2212}67\u{202c}".to_owned(),
            country: "Elsewhere".to_owned(),
            full_name: "  Ley\u{200b}la  M\u{259}mm\u{259}dova ".to_owned(),
            ..address(false, false)
        };
        let saved = send(&fixture, &customer, entered).await.unwrap();
        assert_eq!(saved.phone_number, "+994501234567");
        assert_eq!(saved.country, "Azerbaijan");
        assert_eq!(saved.full_name, "Leyla Məmmədova");
        assert_eq!(fixture.addresses(&customer).await, [saved]);
    }

    #[tokio::test]
    async fn parallel_calls_leave_one_default_and_at_most_50_addresses() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let calls = (0..55)
            .map(|_| testkit::until_connected(async || send(&fixture, &customer, address(true, true)).await));
        let outcomes = futures::future::join_all(calls).await;
        let errors: Vec<_> = outcomes
            .iter()
            .filter_map(|outcome| outcome.as_ref().err())
            .collect();
        assert_eq!(errors.len(), 5);
        for error in errors {
            assert_eq!(failure(error).code, Code::Conflict);
            assert_eq!(failure(error).reason, "ADDRESS.TOO_MANY");
        }
        let addresses = fixture.addresses(&customer).await;
        assert_eq!(addresses.len(), 50);
        assert_eq!(
            addresses
                .iter()
                .filter(|address| address.is_default_shipping)
                .count(),
            1
        );
        assert_eq!(
            addresses
                .iter()
                .filter(|address| address.is_default_billing)
                .count(),
            1
        );
    }

    #[tokio::test]
    async fn names_invalid_fields() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let invalid = proto::account::v1::Address {
            phone_number: "12".to_owned(),
            city: String::new(),
            apartment: "x".repeat(201),
            ..address(false, false)
        };
        let error = send(&fixture, &customer, invalid).await.unwrap_err();
        assert_eq!(
            fields(&error),
            [
                ("phoneNumber", "CONTACT.FORM.INVALID_PHONE"),
                ("apartment", "FIELD.TOO_LONG"),
                ("city", "FIELD.REQUIRED"),
            ]
            .map(|(name, key)| (name.to_owned(), key.to_owned()))
        );
    }
}
