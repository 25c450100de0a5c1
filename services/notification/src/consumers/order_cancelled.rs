//! Notifies the customer of a cancellation, and also the shop if the order has lapsed.

use kit::{domain::OrderId, events::HandlerError};
use proto::order::v1::{CancellationReason, OrderCancelled};

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles cancellations by customer and staff, and lapsed orders.
pub(super) struct NotifyCancellation;

impl MailRule for NotifyCancellation {
    type Event = OrderCancelled;

    const NAME: &'static str = "notification-tell-cancel";

    fn mails(event: &OrderCancelled) -> Result<Vec<MailKind>, HandlerError> {
        let order: OrderId = event.order_id.parse()?;
        let kinds: &[MailKind] = match event.reason() {
            CancellationReason::Lapsed => &[
                MailKind::OrderLapsed { order },
                MailKind::ShopOrderLapsed { order },
            ],
            CancellationReason::Unspecified | CancellationReason::Customer | CancellationReason::Staff => {
                &[MailKind::OrderCancelled { order }]
            }
        };
        Ok(kinds.to_vec())
    }

    fn about(event: &OrderCancelled) -> Option<Subject> {
        Subject::new(SubjectKind::Order, &event.order_number, &event.order_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER, SHOP};

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

    #[tokio::test]
    async fn notifies_customer_and_shop_of_a_lapsed_order() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture
            .harness
            .deliver(&OrderCancelled {
                order_id: fixture.fakes.order(leyla, "ru").to_string(),
                reason: CancellationReason::Lapsed.into(),
                ..OrderCancelled::default()
            })
            .await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("leyla@example.com");
        assert_eq!(
            mail.subject(),
            format!("Заказ {ORDER_NUMBER} отменён: срок истёк")
        );
        let mail = fixture.mail_to(SHOP);
        assert_eq!(mail.subject(), format!("Order {ORDER_NUMBER} has lapsed"));
        assert_eq!(fixture.smtp.mails().len(), 2);
    }
}
