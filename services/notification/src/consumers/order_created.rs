//! Tells the customer that the order is here, and the shop that there is one.

use async_trait::async_trait;
use kit::{
    domain::OrderId,
    events::{Handler, HandlerError, Received},
};
use proto::order::v1::OrderCreated;
use sqlx::PgConnection;

use super::write;
use crate::mail::Occasion;

/// One letter each.
pub(super) struct TellOrder;

#[async_trait]
impl Handler for TellOrder {
    type Event = OrderCreated;

    const NAME: &'static str = "notification-tell-order";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCreated>,
    ) -> Result<(), HandlerError> {
        let order: OrderId = received.event.order_id.parse()?;
        let occasions = [Occasion::OrderReceived { order }, Occasion::ShopOrder { order }];
        write(connection, received.id, &occasions).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, SHOP};

    #[tokio::test]
    async fn customer_and_shop_are_told_in_their_languages() {
        let fixture = Fixture::start().await;
        // The account speaks Russian, the order was made in Azerbaijani.
        let leyla = fixture.peers.user("leyla@example.com", "ru");
        let order = fixture.peers.order(leyla, "az");
        let event = OrderCreated {
            order_id: order.to_string(),
            ..OrderCreated::default()
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.all_sent().await;

        let letter = fixture.letter_to("leyla@example.com");
        assert_eq!(letter.header("Content-Language"), "az");
        assert_eq!(letter.header("Auto-Submitted"), "auto-generated");
        assert_eq!(
            letter.header("Message-ID"),
            format!("<{id}.order_received@shop.example>")
        );
        assert!(letter.text().contains("Palıd şkaf"), "{}", letter.text());

        let letter = fixture.letter_to(SHOP);
        assert_eq!(letter.header("Content-Language"), "en");
        assert!(letter.text().contains("Oak wardrobe"), "{}", letter.text());
        assert_eq!(letter.header("Reply-To"), "leyla@example.com");

        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(fixture.smtp.mails().len(), 2);
    }
}
