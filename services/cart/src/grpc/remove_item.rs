//! Removes a product from the caller's cart.

use kit::{
    caller::CustomerCaller,
    domain::{ProductId, UserId},
    failure::Failure,
};
use proto::cart::v1::{RemoveItemRequest, RemoveItemResponse};
use sqlx::PgPool;

use super::{State, convert};
use crate::{cart::Cart, store};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: RemoveItemRequest,
) -> Result<RemoveItemResponse, Failure> {
    let product = convert::product_id(request.product_id)?;
    let cart = remove(&state.pool, user, product).await?;
    Ok(RemoveItemResponse {
        cart: cart.map(Into::into),
    })
}

async fn remove(pool: &PgPool, user: UserId, product: ProductId) -> Result<Option<Cart>, Failure> {
    let mut transaction = kit::database::begin(pool).await?;
    let Some(mut cart) = store::lock_cart(&mut transaction, user).await? else {
        return Ok(None);
    };
    store::delete_line(&mut transaction, cart.id, product).await?;
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
    async fn removes_the_line_and_is_idempotent() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(SOFA, 1).await.unwrap();
        customer.add(TABLE, 1).await.unwrap();
        for _ in 0..2 {
            let request = RemoveItemRequest { product_id: SOFA };
            let response = fixture
                .client()
                .remove_item(on_behalf_of(&customer.caller(), request))
                .await
                .unwrap();
            assert_eq!(response.into_inner().cart.unwrap().items.len(), 1);
            assert_eq!(customer.lines().await, [(TABLE, 1)]);
        }
    }

    #[tokio::test]
    async fn keeps_lines_of_other_users() {
        let fixture = Fixture::start().await;
        let (owner, other_user) = (fixture.customer().await, UserId::generate());
        owner.add(SOFA, 1).await.unwrap();
        let request = on_behalf_of(
            &testkit::caller::customer(other_user),
            RemoveItemRequest { product_id: SOFA },
        );
        let response = fixture.client().remove_item(request).await.unwrap();
        assert_eq!(response.into_inner().cart, None);
        assert_eq!(owner.lines().await, [(SOFA, 1)]);
    }

    #[tokio::test]
    async fn returns_not_found_for_an_invalid_id() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let request = on_behalf_of(&customer.caller(), RemoveItemRequest { product_id: 0 });
        let error = fixture.client().remove_item(request).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::NotFound);
    }
}
