//! The caller's cart.

use kit::{caller::Caller, failure::Failure};
use proto::cart::v1::{GetCartRequest, GetCartResponse};
use tonic::Request;

use super::State;
use crate::{error::CartError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<GetCartRequest>,
) -> Result<GetCartResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let mut connection = state.pool.acquire().await.map_err(CartError::from)?;
    let cart = store::find_cart(&mut connection, user)
        .await
        .map_err(CartError::from)?;
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
    async fn no_cart_yet_is_an_answer_without_one() {
        let fixture = Fixture::start().await;
        let customer = testkit::caller::customer(UserId::generate());
        let answer = fixture
            .client()
            .get_cart(on_behalf_of(&customer, GetCartRequest {}))
            .await
            .unwrap();
        assert_eq!(answer.into_inner().cart, None);
    }

    #[tokio::test]
    async fn lines_are_in_the_order_of_first_adding() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for product in [TABLE, WARDROBE, SOFA, TABLE] {
            customer.add(product, 1).await.unwrap();
        }
        assert_eq!(customer.lines().await, [(TABLE, 2), (WARDROBE, 1), (SOFA, 1)]);
    }

    #[tokio::test]
    async fn a_visitor_and_a_service_have_no_cart() {
        let fixture = Fixture::start().await;
        for caller in [testkit::caller::anonymous(), testkit::caller::service("order")] {
            let refused = fixture
                .client()
                .get_cart(on_behalf_of(&caller, GetCartRequest {}))
                .await
                .unwrap_err();
            assert_eq!(failure(&refused).code, Code::Unauthenticated);
        }
    }
}
