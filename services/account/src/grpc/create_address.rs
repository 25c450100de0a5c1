//! Adds an address.

use kit::{
    caller::Caller,
    domain::{AddressId, UserId},
    failure::Failure,
};
use proto::account::v1::{CreateAddressRequest, CreateAddressResponse};
use tonic::Request;

use super::{State, convert};
use crate::{
    address::{Address, Defaults, Details, MOST},
    error::AccountError,
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<CreateAddressRequest>,
) -> Result<CreateAddressResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let (details, asked) = convert::address_details(request.get_ref().address.as_ref())?;
    let address = create(state, user, details, asked).await?;
    Ok(CreateAddressResponse {
        address: Some(address.into()),
    })
}

async fn create(
    state: &State,
    user: UserId,
    details: Details,
    asked: Defaults,
) -> Result<Address, AccountError> {
    let mut transaction = state.pool.begin().await?;
    if !store::user::lock(&mut transaction, user).await? {
        return Err(AccountError::UserNotFound);
    }
    let others: Vec<_> = store::address::list(&mut transaction, user)
        .await?
        .into_iter()
        .map(|address| address.defaults)
        .collect();
    if i64::try_from(others.len()).is_ok_and(|count| count >= MOST) {
        return Err(AccountError::TooManyAddresses);
    }
    let address = Address {
        id: AddressId::generate(),
        details,
        defaults: Defaults::of_new(asked, &others),
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
        let answer = fixture
            .client()
            .create_address(on_behalf_of(&caller, request))
            .await?;
        Ok(answer.into_inner().address.unwrap())
    }

    #[tokio::test]
    async fn the_first_is_the_default_of_both_and_a_further_one_what_is_asked() {
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
    async fn it_is_kept_as_it_was_typed_but_for_the_phone_and_the_country() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let typed = proto::account::v1::Address {
            phone_number: "+994 (50) 123-45-67".to_owned(),
            country: "Elsewhere".to_owned(),
            full_name: "  Leyla Məmmədova ".to_owned(),
            ..address(false, false)
        };
        let saved = send(&fixture, &customer, typed).await.unwrap();
        assert_eq!(saved.phone_number, "+994501234567");
        assert_eq!(saved.country, "Azerbaijan");
        assert_eq!(saved.full_name, "Leyla Məmmədova");
        assert_eq!(fixture.addresses(&customer).await, [saved]);
    }

    #[tokio::test]
    async fn parallel_ones_leave_one_default_and_at_most_50() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let tries = (0..55).map(|_| send(&fixture, &customer, address(true, true)));
        let outcomes = futures::future::join_all(tries).await;
        let refused: Vec<_> = outcomes
            .iter()
            .filter_map(|outcome| outcome.as_ref().err())
            .collect();
        assert_eq!(refused.len(), 5);
        for refused in refused {
            assert_eq!(failure(refused).code, Code::Conflict);
            assert_eq!(failure(refused).reason, "ADDRESS.TOO_MANY");
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
    async fn wrong_fields_are_named() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let wrong = proto::account::v1::Address {
            phone_number: "12".to_owned(),
            city: String::new(),
            apartment: "x".repeat(201),
            ..address(false, false)
        };
        let refused = send(&fixture, &customer, wrong).await.unwrap_err();
        assert_eq!(
            fields(&refused),
            [
                ("phoneNumber", "CONTACT.FORM.INVALID_PHONE"),
                ("apartment", "FIELD.TOO_LONG"),
                ("city", "FIELD.REQUIRED"),
            ]
            .map(|(name, key)| (name.to_owned(), key.to_owned()))
        );
    }
}
