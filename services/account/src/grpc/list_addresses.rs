//! The caller's addresses, oldest first.

use kit::{caller::Caller, domain::UserId, failure::Failure};
use proto::account::v1::{self as wire, ListAddressesRequest, ListAddressesResponse};
use tonic::Request;

use super::State;
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<ListAddressesRequest>,
) -> Result<ListAddressesResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let addresses = list(state, user).await?;
    Ok(ListAddressesResponse { addresses })
}

async fn list(state: &State, user: UserId) -> Result<Vec<wire::Address>, AccountError> {
    let addresses = store::address::list(&mut *state.pool.acquire().await?, user).await?;
    Ok(addresses.into_iter().map(wire::Address::from).collect())
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, failure};

    #[tokio::test]
    async fn the_own_addresses_come_oldest_first() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        let first = fixture.add_address(&customer, false, false).await;
        let second = fixture.add_address(&customer, false, false).await;
        assert_eq!(fixture.addresses(&customer).await, [first, second]);
        assert_eq!(fixture.addresses(&other).await, []);
    }

    #[tokio::test]
    async fn a_visitor_has_none_to_ask_for() {
        let fixture = Fixture::start().await;
        let caller = testkit::caller::anonymous();
        let refused = fixture
            .client()
            .list_addresses(on_behalf_of(&caller, ListAddressesRequest {}))
            .await
            .unwrap_err();
        assert_eq!(failure(&refused).code, Code::Unauthenticated);
    }
}
