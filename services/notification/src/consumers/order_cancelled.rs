//! Notifies the customer of a cancellation.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderCancelled;
use sqlx::PgConnection;

use super::insert_mails;
use crate::mail::MailKind;

/// Handles cancellations by customer or staff.
pub(super) struct NotifyCancellation;

#[async_trait]
impl Handler for NotifyCancellation {
    type Event = OrderCancelled;

    const NAME: &'static str = "notification-tell-cancel";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCancelled>,
    ) -> Result<(), HandlerError> {
        let kind = MailKind::OrderCancelled {
            order: received.event.order_id.parse()?,
        };
        insert_mails(connection, received.id, &[kind]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER};

    #[tokio::test]
    async fn notifies_the_customer() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        let order = fixture.fakes.order(leyla, "ru");
        fixture
            .harness
            .deliver(&OrderCancelled {
                order_id: order.to_string(),
                ..OrderCancelled::default()
            })
            .await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("leyla@example.com");
        assert_eq!(mail.subject(), format!("Заказ {ORDER_NUMBER} отменён"));
    }
}
