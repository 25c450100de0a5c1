//! Removes a product from the wishlist. Succeeds if it is not on it.

use kit::{caller::CustomerCaller, domain::ProductId, failure::Failure};
use proto::account::v1::{RemoveWishRequest, RemoveWishResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: RemoveWishRequest,
) -> Result<RemoveWishResponse, Failure> {
    if let Ok(product) = ProductId::try_from(request.product_id) {
        store::wish::delete(&mut *state.pool.acquire().await?, user, product).await?;
    }
    Ok(RemoveWishResponse {})
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;

    use super::*;
    use crate::testing::{Customer, Fixture, SOFA, WARDROBE};

    async fn send(fixture: &Fixture, customer: &Customer, product_id: i64) {
        let caller = testkit::caller::customer(customer.user);
        fixture
            .client()
            .remove_wish(on_behalf_of(&caller, RemoveWishRequest { product_id }))
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn removes_only_the_callers_wish_and_is_idempotent() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        for product in [SOFA, WARDROBE] {
            fixture.wish(&customer, product).await.unwrap();
            fixture.wish(&other, product).await.unwrap();
        }
        for product in [SOFA, SOFA, 4_711, 0] {
            send(&fixture, &customer, product).await;
        }
        assert_eq!(fixture.wishes(&customer).await, [WARDROBE]);
        assert_eq!(fixture.wishes(&other).await, [WARDROBE, SOFA]);
    }
}
