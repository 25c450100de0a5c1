//! Restores the stock of abandoned orders.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderAbandoned;
use sqlx::PgConnection;

use super::apply;
use crate::reservation::OrderEvent;

/// Releases the reservation of an abandoned order and rejects later ones.
pub(crate) struct ReleaseStock;

#[async_trait]
impl Handler for ReleaseStock {
    type Event = OrderAbandoned;

    const NAME: &'static str = "catalog-release";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderAbandoned>,
    ) -> Result<(), HandlerError> {
        apply(
            connection,
            received.event.order_id.parse()?,
            OrderEvent::Abandoned,
            false,
        )
        .await
    }
}

#[cfg(test)]
mod tests {
    use proto::catalog::v1::StockChanged;

    use super::{
        super::tests::{abandoned, reserved, stock_and_popularity},
        *,
    };

    #[tokio::test]
    async fn restores_stock_once_and_rejects_later_reservations() {
        let (fixture, product, order) = reserved().await;
        let event = abandoned(order);
        let id = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(ReleaseStock::NAME, id).await;
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 0));
        fixture.harness.redeliver(id, &event).await;
        let another = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(ReleaseStock::NAME, another).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 0));
        assert_eq!(fixture.harness.published::<StockChanged>().await.len(), 2);
        let failure = fixture.reserve(order, &[(product, 4)]).await.unwrap_err();
        assert_eq!(failure.reason, "RESERVATION.RELEASED");
    }
}
