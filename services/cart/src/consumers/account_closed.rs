//! Deletes the cart of a closed account.

use async_trait::async_trait;
use kit::{
    domain::UserId,
    events::{Handler, HandlerError, Received},
};
use proto::account::v1::AccountClosed;
use sqlx::PgConnection;

use crate::store;

/// Deletes a user's cart.
pub(crate) struct DeleteCart;

#[async_trait]
impl Handler for DeleteCart {
    type Event = AccountClosed;

    const NAME: &'static str = "cart-delete-closed-account";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<AccountClosed>,
    ) -> Result<(), HandlerError> {
        let user: UserId = received.event.user_id.parse()?;
        store::delete_cart(connection, user).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, SOFA};

    #[tokio::test]
    async fn deletes_the_cart_of_the_user_and_no_other() {
        let fixture = Fixture::start().await;
        let (closing, other) = (fixture.customer().await, fixture.customer().await);
        for customer in [&closing, &other] {
            customer.add(SOFA, 1).await.unwrap();
        }
        let event = AccountClosed {
            user_id: closing.user.to_string(),
        };
        fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        let carts: Vec<UserId> = sqlx::query_scalar("select user_id from cart")
            .fetch_all(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(carts, [other.user]);
        assert_eq!(other.lines().await, [(SOFA, 1)]);
    }
}
