//! Tells the customer that the order is called off.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderCancelled;
use sqlx::PgConnection;

use super::write;
use crate::mail::Occasion;

/// Whoever called it off.
pub(super) struct TellCancel;

#[async_trait]
impl Handler for TellCancel {
    type Event = OrderCancelled;

    const NAME: &'static str = "notification-tell-cancel";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCancelled>,
    ) -> Result<(), HandlerError> {
        let occasion = Occasion::OrderCancelled {
            order: received.event.order_id.parse()?,
        };
        write(connection, received.id, &[occasion]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER};

    #[tokio::test]
    async fn the_customer_is_told() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        let order = fixture.peers.order(leyla, "ru");
        fixture
            .harness
            .deliver(&OrderCancelled {
                order_id: order.to_string(),
                ..OrderCancelled::default()
            })
            .await;
        fixture.all_sent().await;
        let letter = fixture.letter_to("leyla@example.com");
        assert_eq!(letter.subject(), format!("Заказ {ORDER_NUMBER} отменён"));
    }
}
