//! Creates the caller's cart, or returns the existing one.

use kit::{caller::CustomerCaller, domain::UserId, failure::Failure};
use proto::cart::v1::{CreateCartRequest, CreateCartResponse};
use sqlx::PgPool;

use super::State;
use crate::{cart::Cart, error::CartError, store};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    _: CreateCartRequest,
) -> Result<CreateCartResponse, Failure> {
    let cart = create(&state.pool, user).await?;
    Ok(CreateCartResponse {
        cart: Some(cart.into()),
    })
}

async fn create(pool: &PgPool, user: UserId) -> Result<Cart, Failure> {
    let mut connection = pool.acquire().await?;
    if let Some(cart) = store::find_cart(&mut connection, user).await? {
        return Ok(cart);
    }
    store::ensure_cart(&mut connection, user).await?;
    // Carts are never deleted, so it exists now even if a parallel request created it.
    let cart = store::find_cart(&mut connection, user).await?;
    Ok(cart.ok_or(CartError::CartNotFound)?)
}

#[cfg(test)]
mod tests {
    use futures::future::try_join_all;
    use kit::grpc::client::on_behalf_of;

    use super::*;
    use crate::testing::Fixture;

    #[tokio::test]
    async fn parallel_calls_create_one_cart() {
        let fixture = Fixture::start().await;
        let customer = testkit::caller::customer(UserId::generate());
        let calls = (0..16).map(|_| {
            let mut client = fixture.client();
            let request = on_behalf_of(&customer, CreateCartRequest {});
            async move { client.create_cart(request).await }
        });
        let responses = try_join_all(calls).await.unwrap();
        let ids: std::collections::HashSet<_> = responses
            .into_iter()
            .map(|response| response.into_inner().cart.unwrap().id)
            .collect();
        assert_eq!(ids.len(), 1);
    }
}
