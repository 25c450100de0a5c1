//! Removes ordered products from the cart.

use async_trait::async_trait;
use kit::{
    domain::UserId,
    events::{Handler, HandlerError, Received},
};
use proto::order::v1::OrderCreated;
use sqlx::PgConnection;

use crate::store;

/// Subtracts the ordered quantities from the customer's cart; anything added after the order stays.
pub(crate) struct SubtractOrdered;

#[async_trait]
impl Handler for SubtractOrdered {
    type Event = OrderCreated;

    const NAME: &'static str = "cart-subtract-ordered";

    // An rpc locks a single cart, so the carts of a batch cannot deadlock with it.
    const IS_BATCHED: bool = true;

    fn concerns(&self, event: &OrderCreated) -> bool {
        // Orders that staff creates have no account.
        !event.user_id.is_empty()
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCreated>,
    ) -> Result<(), HandlerError> {
        let user: UserId = received.event.user_id.parse()?;
        let Some(cart) = store::begin_change(connection, user).await? else {
            return Ok(());
        };
        let quantities = received
            .event
            .lines
            .iter()
            .map(|line| Ok((line.product_id.try_into()?, i64::from(line.quantity))))
            .collect::<Result<Vec<_>, HandlerError>>()?;
        let order = received.event.order_id.parse()?;
        store::subtract(connection, cart.id, order, &quantities).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kit::domain::OrderId;
    use proto::order::v1::OrderedLine;

    use super::*;
    use crate::testing::{Fixture, SOFA, TABLE, WARDROBE};

    fn order_of(user: UserId, lines: &[(i64, u32)]) -> OrderCreated {
        OrderCreated {
            order_id: OrderId::generate().to_string(),
            user_id: user.to_string(),
            lines: lines
                .iter()
                .map(|&(product_id, quantity)| OrderedLine { product_id, quantity })
                .collect(),
            ..OrderCreated::default()
        }
    }

    #[tokio::test]
    async fn subtracts_ordered_quantities_and_keeps_the_rest() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(WARDROBE, 2).await.unwrap();
        customer.add(SOFA, 3).await.unwrap();
        customer.add(TABLE, 1).await.unwrap();

        let event = order_of(customer.user, &[(WARDROBE, 2), (SOFA, 1)]);
        fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(customer.lines().await, [(SOFA, 2), (TABLE, 1)]);
    }

    #[tokio::test]
    async fn subtracts_once_for_a_redelivered_event() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(SOFA, 5).await.unwrap();

        let event = order_of(customer.user, &[(SOFA, 2)]);
        let id = fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(customer.lines().await, [(SOFA, 3)]);
    }

    #[tokio::test]
    async fn the_cart_names_the_last_subtracted_orders_and_counts_the_change() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(SOFA, 60).await.unwrap();
        let before = customer.get().await;
        assert_eq!(before.subtracted_order_ids, Vec::<String>::new());

        let events: Vec<_> = (0..52).map(|_| order_of(customer.user, &[(SOFA, 1)])).collect();
        for event in &events {
            fixture.harness.deliver(event).await;
            fixture.harness.wait_until_idle().await;
        }
        let after = customer.get().await;
        assert_eq!(after.version, before.version.map(|version| version + 52));
        let last: Vec<_> = events[2..].iter().map(|event| event.order_id.clone()).collect();
        assert_eq!(after.subtracted_order_ids, last);
    }

    #[tokio::test]
    async fn ignores_excess_quantities_and_orders_of_other_users() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(SOFA, 1).await.unwrap();

        let other_user = UserId::generate();
        fixture.harness.deliver(&order_of(other_user, &[(SOFA, 1)])).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(customer.lines().await, [(SOFA, 1)]);

        let event = order_of(customer.user, &[(SOFA, 4), (WARDROBE, 1)]);
        fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(customer.lines().await, []);
    }
}
