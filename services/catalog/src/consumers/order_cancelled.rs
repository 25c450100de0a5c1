//! An order was cancelled: its pieces go back.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderCancelled;
use sqlx::PgConnection;

use super::conclude;
use crate::reservation::Heard;

/// Takes sold pieces back.
pub(crate) struct Return;

#[async_trait]
impl Handler for Return {
    type Event = OrderCancelled;

    const NAME: &'static str = "catalog-return";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCancelled>,
    ) -> Result<(), HandlerError> {
        conclude(connection, received.event.order_id.parse()?, Heard::Cancelled).await
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{cancelled, created, figures, reserved},
        *,
    };
    use crate::consumers::MarkSold;

    #[tokio::test]
    async fn gives_sold_pieces_back_once_however_often_it_is_told() {
        let (fixture, product, order) = reserved().await;
        let sold = fixture.harness.deliver(&created(order)).await;
        fixture.heard(MarkSold::NAME, sold).await;
        let event = cancelled(order);
        let id = fixture.harness.deliver(&event).await;
        fixture.heard(Return::NAME, id).await;
        fixture.harness.redeliver(id, &event).await;
        let another = fixture.harness.deliver(&event).await;
        fixture.heard(Return::NAME, another).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(figures(&fixture, product).await, (Some(10), 4));
        // The snapshot is still there for a slow twin of the try that made the order.
        assert!(fixture.reserve(order, &[(product, 4)]).await.is_ok());
        assert_eq!(figures(&fixture, product).await, (Some(10), 4));
    }
}
