//! Marks the reservations of created orders as sold.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderCreated;
use sqlx::PgConnection;

use super::apply;
use crate::reservation::OrderEvent;

/// Marks the reservation of a created order as sold and adds to the products' popularity.
pub(crate) struct MarkSold;

#[async_trait]
impl Handler for MarkSold {
    type Event = OrderCreated;

    const NAME: &'static str = "catalog-mark-sold";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCreated>,
    ) -> Result<(), HandlerError> {
        apply(connection, received.event.order_id.parse()?, OrderEvent::Created).await
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{created, reserved, stock_and_popularity},
        *,
    };

    #[tokio::test]
    async fn marks_sold_once_for_redelivered_events() {
        let (fixture, product, order) = reserved().await;
        let event = created(order);
        let id = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(MarkSold::NAME, id).await;
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(6), 4));
        fixture.harness.redeliver(id, &event).await;
        let another = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(MarkSold::NAME, another).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(6), 4));
    }
}
