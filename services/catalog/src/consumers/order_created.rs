//! An order came to be: its pieces are sold.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderCreated;
use sqlx::PgConnection;

use super::conclude;
use crate::reservation::Heard;

/// Marks reservations as sold.
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
        conclude(connection, received.event.order_id.parse()?, Heard::Created).await
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{created, figures, reserved},
        *,
    };

    #[tokio::test]
    async fn sells_once_however_often_it_is_told() {
        let (fixture, product, order) = reserved().await;
        let event = created(order);
        let id = fixture.harness.deliver(&event).await;
        fixture.heard(MarkSold::NAME, id).await;
        assert_eq!(figures(&fixture, product).await, (Some(6), 4));
        fixture.harness.redeliver(id, &event).await;
        let another = fixture.harness.deliver(&event).await;
        fixture.heard(MarkSold::NAME, another).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(figures(&fixture, product).await, (Some(6), 4));
    }
}
