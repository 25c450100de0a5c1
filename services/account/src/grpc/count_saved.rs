//! Counts the caller's wishes and addresses.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::account::v1::{CountSavedRequest, CountSavedResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    _: CountSavedRequest,
) -> Result<CountSavedResponse, Failure> {
    let (wishes, addresses) = store::user::count_saved(&mut *state.pool.acquire().await?, user).await?;
    Ok(CountSavedResponse { wishes, addresses })
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, SOFA, WARDROBE, failure};

    #[tokio::test]
    async fn counts_only_the_callers_items() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        fixture.wish(&customer, SOFA).await.unwrap();
        fixture.wish(&customer, WARDROBE).await.unwrap();
        fixture.add_address(&customer, false, false).await;
        for (customer, wishes, addresses) in [(&customer, 2, 1), (&other, 0, 0)] {
            let caller = testkit::caller::customer(customer.user);
            let response = fixture
                .client()
                .count_saved(on_behalf_of(&caller, CountSavedRequest {}))
                .await
                .unwrap();
            assert_eq!(response.into_inner(), CountSavedResponse { wishes, addresses });
        }
    }

    #[tokio::test]
    async fn rejects_anonymous_callers() {
        let fixture = Fixture::start().await;
        let caller = testkit::caller::anonymous();
        let error = fixture
            .client()
            .count_saved(on_behalf_of(&caller, CountSavedRequest {}))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
    }
}
