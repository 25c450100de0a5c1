//! Lists the caller's addresses, oldest first.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::account::v1::{ListAddressesRequest, ListAddressesResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    _: ListAddressesRequest,
) -> Result<ListAddressesResponse, Failure> {
    let addresses = store::address::list(&mut *state.pool.acquire().await?, user).await?;
    Ok(ListAddressesResponse {
        addresses: addresses.into_iter().map(Into::into).collect(),
    })
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, failure};

    #[tokio::test]
    async fn lists_the_callers_addresses_oldest_first() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        let first = fixture.add_address(&customer, false, false).await;
        let second = fixture.add_address(&customer, false, false).await;
        assert_eq!(fixture.addresses(&customer).await, [first, second]);
        assert_eq!(fixture.addresses(&other).await, []);
    }

    #[tokio::test]
    async fn rejects_anonymous_callers() {
        let fixture = Fixture::start().await;
        let caller = testkit::caller::anonymous();
        let error = fixture
            .client()
            .list_addresses(on_behalf_of(&caller, ListAddressesRequest {}))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
    }
}
