//! Clears the caller's wishlist.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::account::v1::{ClearWishesRequest, ClearWishesResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    _: ClearWishesRequest,
) -> Result<ClearWishesResponse, Failure> {
    store::wish::clear(&mut *state.pool.acquire().await?, user).await?;
    Ok(ClearWishesResponse {})
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;

    use super::*;
    use crate::testing::{Fixture, SOFA, WARDROBE};

    #[tokio::test]
    async fn removes_only_the_callers_wishes() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        for product in [SOFA, WARDROBE] {
            fixture.wish(&customer, product).await.unwrap();
            fixture.wish(&other, product).await.unwrap();
        }
        let caller = testkit::caller::customer(customer.user);
        for _ in 0..2 {
            fixture
                .client()
                .clear_wishes(on_behalf_of(&caller, ClearWishesRequest {}))
                .await
                .unwrap();
        }
        assert!(fixture.wishes(&customer).await.is_empty());
        assert_eq!(fixture.wishes(&other).await, [WARDROBE, SOFA]);
    }
}
