//! Returns the caller's cart, if there is one.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::cart::v1::{GetCartRequest, GetCartResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    _: GetCartRequest,
) -> Result<GetCartResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let cart = store::find_cart(&mut connection, user).await?;
    Ok(GetCartResponse {
        cart: cart.map(Into::into),
    })
}

#[cfg(test)]
mod tests {
    use kit::{domain::UserId, failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, SOFA, TABLE, WARDROBE, failure};

    #[tokio::test]
    async fn returns_no_cart_before_it_is_created() {
        let fixture = Fixture::start().await;
        let customer = testkit::caller::customer(UserId::generate());
        let response = fixture
            .client()
            .get_cart(on_behalf_of(&customer, GetCartRequest {}))
            .await
            .unwrap();
        assert_eq!(response.into_inner().cart, None);
    }

    #[tokio::test]
    async fn orders_lines_by_first_addition() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for product in [TABLE, WARDROBE, SOFA, TABLE] {
            customer.add(product, 1).await.unwrap();
        }
        assert_eq!(customer.lines().await, [(TABLE, 2), (WARDROBE, 1), (SOFA, 1)]);
    }

    #[tokio::test]
    async fn rejects_anonymous_callers_and_services() {
        let fixture = Fixture::start().await;
        for caller in [testkit::caller::anonymous(), testkit::caller::service("order")] {
            let error = fixture
                .client()
                .get_cart(on_behalf_of(&caller, GetCartRequest {}))
                .await
                .unwrap_err();
            assert_eq!(failure(&error).code, Code::Unauthenticated);
        }
    }
}
