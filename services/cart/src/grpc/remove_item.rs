//! Removes a line.

use kit::{
    caller::Caller,
    domain::{ProductId, UserId},
    failure::Failure,
};
use proto::cart::v1::{RemoveItemRequest, RemoveItemResponse};
use sqlx::PgPool;
use tonic::Request;

use super::{State, convert};
use crate::{cart::Cart, error::CartError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<RemoveItemRequest>,
) -> Result<RemoveItemResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let product = convert::product_in_path(request.get_ref().product_id)?;
    let cart = remove(&state.pool, user, product).await?;
    Ok(RemoveItemResponse {
        cart: cart.map(Into::into),
    })
}

async fn remove(pool: &PgPool, user: UserId, product: ProductId) -> Result<Option<Cart>, CartError> {
    let mut transaction = pool.begin().await?;
    let Some(mut cart) = store::lock_cart(&mut transaction, user).await? else {
        return Ok(None);
    };
    store::remove_line(&mut transaction, cart.id, product).await?;
    transaction.commit().await?;
    cart.lines.retain(|line| line.product != product);
    Ok(Some(cart))
}

#[cfg(test)]
mod tests {
    use kit::{domain::UserId, failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, SOFA, TABLE, failure};

    #[tokio::test]
    async fn the_line_goes_and_again_is_done_already() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(SOFA, 1).await.unwrap();
        customer.add(TABLE, 1).await.unwrap();
        for _ in 0..2 {
            let request = RemoveItemRequest { product_id: SOFA };
            let answer = fixture
                .client()
                .remove_item(on_behalf_of(&customer.caller(), request))
                .await
                .unwrap();
            assert_eq!(answer.into_inner().cart.unwrap().items.len(), 1);
            assert_eq!(customer.lines().await, [(TABLE, 1)]);
        }
    }

    #[tokio::test]
    async fn only_the_callers_line_goes() {
        let fixture = Fixture::start().await;
        let (owner, stranger) = (fixture.customer().await, UserId::generate());
        owner.add(SOFA, 1).await.unwrap();
        let request = on_behalf_of(
            &testkit::caller::customer(stranger),
            RemoveItemRequest { product_id: SOFA },
        );
        let answer = fixture.client().remove_item(request).await.unwrap();
        assert_eq!(answer.into_inner().cart, None);
        assert_eq!(owner.lines().await, [(SOFA, 1)]);
    }

    #[tokio::test]
    async fn what_is_no_id_is_not_found() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let request = on_behalf_of(&customer.caller(), RemoveItemRequest { product_id: 0 });
        let refused = fixture.client().remove_item(request).await.unwrap_err();
        assert_eq!(failure(&refused).code, Code::NotFound);
    }
}
