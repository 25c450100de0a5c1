//! Removes all lines from the caller's cart.

use kit::{
    caller::CustomerCaller,
    domain::{CartId, UserId},
    failure::Failure,
};
use proto::cart::v1::{ClearCartRequest, ClearCartResponse};
use sqlx::PgPool;

use super::State;
use crate::{cart::Cart, error::CartError, store};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: ClearCartRequest,
) -> Result<ClearCartResponse, Failure> {
    let id = request.cart_id.parse().map_err(|_| CartError::CartNotFound)?;
    let cart = clear(&state.pool, user, id).await?;
    Ok(ClearCartResponse {
        cart: Some(cart.into()),
    })
}

async fn clear(pool: &PgPool, user: UserId, id: CartId) -> Result<Cart, Failure> {
    let mut transaction = kit::database::begin(pool).await?;
    let mut cart = store::lock_cart(&mut transaction, user)
        .await?
        .filter(|cart| cart.id == id)
        .ok_or(CartError::CartNotFound)?;
    store::delete_lines(&mut transaction, cart.id).await?;
    transaction.commit().await?;
    cart.lines.clear();
    Ok(cart)
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, SOFA, TABLE, failure};

    #[tokio::test]
    async fn removes_all_lines_and_keeps_the_cart() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(SOFA, 1).await.unwrap();
        customer.add(TABLE, 1).await.unwrap();
        let request = ClearCartRequest {
            cart_id: customer.cart.clone(),
        };
        let response = fixture
            .client()
            .clear_cart(on_behalf_of(&customer.caller(), request))
            .await
            .unwrap();
        assert_eq!(response.into_inner().cart.unwrap().id, customer.cart);
        assert_eq!(customer.lines().await, []);
    }

    #[tokio::test]
    async fn returns_not_found_for_another_users_cart() {
        let fixture = Fixture::start().await;
        let (owner, other) = (fixture.customer().await, fixture.customer().await);
        owner.add(SOFA, 1).await.unwrap();
        for cart_id in [owner.cart.clone(), "no-id".to_owned()] {
            let request = on_behalf_of(&other.caller(), ClearCartRequest { cart_id });
            let error = fixture.client().clear_cart(request).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::NotFound);
        }
        assert_eq!(owner.lines().await, [(SOFA, 1)]);
    }
}
