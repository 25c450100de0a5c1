//! Restores the stock of cancelled orders.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderCancelled;
use sqlx::PgConnection;

use super::apply;
use crate::{reservation::OrderEvent, store};

/// Marks the reservations of a cancelled order as returned.
pub(crate) struct ReturnStock;

#[async_trait]
impl Handler for ReturnStock {
    type Event = OrderCancelled;

    const NAME: &'static str = "catalog-return";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCancelled>,
    ) -> Result<(), HandlerError> {
        let OrderCancelled {
            order_id,
            reservation_ids,
            reserves_nothing,
            ..
        } = received.event;
        if reservation_ids.is_empty() {
            return apply(
                connection,
                order_id.parse()?,
                OrderEvent::Cancelled,
                reserves_nothing,
            )
            .await;
        }
        // An order that first had nothing to reserve has no reservation before its correction arrives.
        store::reservation::correct(connection, order_id.parse()?, i64::MAX).await?;
        for id in reservation_ids.iter().chain([&order_id]) {
            apply(connection, id.parse()?, OrderEvent::Cancelled, false).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{cancelled, created, reserved, stock_and_popularity},
        *,
    };
    use crate::consumers::MarkSold;

    #[tokio::test]
    async fn restores_stock_once_for_redelivered_events() {
        let (fixture, product, order) = reserved().await;
        let sold = fixture.harness.deliver(&created(order)).await;
        fixture.wait_until_consumed(MarkSold::NAME, sold).await;
        let event = cancelled(order);
        let id = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(ReturnStock::NAME, id).await;
        fixture.harness.redeliver(id, &event).await;
        let another = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(ReturnStock::NAME, another).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 4));
        // A late retry of the request that created the order still gets its lines.
        assert!(fixture.reserve(order, &[(product, 4)]).await.is_ok());
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 4));
    }
}
