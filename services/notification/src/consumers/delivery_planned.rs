//! Notifies the customer of a planned delivery.

use kit::events::HandlerError;
use proto::order::v1::DeliveryPlanned;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles planned deliveries of which staff notifies the customer.
pub(super) struct NotifyDelivery;

impl MailRule for NotifyDelivery {
    type Event = DeliveryPlanned;

    const NAME: &'static str = "notification-tell-delivery";

    fn mails(event: &DeliveryPlanned) -> Result<Vec<MailKind>, HandlerError> {
        if !event.is_notified {
            return Ok(Vec::new());
        }
        Ok(vec![MailKind::DeliveryPlanned {
            order: event.order_id.parse()?,
        }])
    }

    fn about(event: &DeliveryPlanned) -> Option<Subject> {
        Subject::new(SubjectKind::Order, &event.order_number, &event.order_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER, SHOP};
    use proto::order::v1::OrderCreated;

    fn planned(order: kit::domain::OrderId, is_notified: bool) -> DeliveryPlanned {
        DeliveryPlanned {
            order_id: order.to_string(),
            is_notified,
            ..DeliveryPlanned::default()
        }
    }

    #[tokio::test]
    async fn tells_the_day_to_a_customer_without_an_account_if_staff_wants_it() {
        let fixture = Fixture::start().await;
        let order = fixture.fakes.order_without_account("rauf@example.com", "ru");
        fixture.harness.deliver(&planned(order, false)).await;
        fixture.harness.deliver(&planned(order, true)).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("rauf@example.com");
        assert_eq!(mail.subject(), format!("Доставка заказа {ORDER_NUMBER}"));
        for part in ["25 ноября 2026", "10:00–14:00"] {
            assert!(mail.text().contains(part), "{}", mail.text());
        }
        for part in ["/account", "Leyla", "Nizami"] {
            assert!(!mail.text().contains(part), "{part}: {}", mail.text());
        }
        assert_eq!(fixture.smtp.mails().len(), 1);
    }

    #[tokio::test]
    async fn an_order_without_an_email_is_told_to_the_shop_only() {
        let fixture = Fixture::start().await;
        let order = fixture.fakes.order_without_account("", "az");
        let event = OrderCreated {
            order_id: order.to_string(),
            ..OrderCreated::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.harness.deliver(&planned(order, true)).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to(SHOP);
        assert_eq!(mail.header("Reply-To"), SHOP);
        assert_eq!(fixture.smtp.mails().len(), 1);
        assert_eq!(fixture.kinds().await, ["shop_order sent"]);
    }
}
