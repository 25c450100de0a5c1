//! Notifies the shop of an order that lapses soon.

use kit::events::HandlerError;
use proto::order::v1::OrderLapsing;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles orders that lapse soon.
pub(super) struct NotifyLapse;

impl MailRule for NotifyLapse {
    type Event = OrderLapsing;

    const NAME: &'static str = "notification-tell-lapse";

    fn mails(event: &OrderLapsing) -> Result<Vec<MailKind>, HandlerError> {
        let lapses_at = event
            .lapses_at
            .ok_or_else(|| HandlerError::Malformed("the event has no time".into()))?;
        let kind = MailKind::ShopOrderLapsing {
            order: event.order_id.parse()?,
            lapses_at: lapses_at.seconds,
        };
        Ok(vec![kind])
    }

    fn about(event: &OrderLapsing) -> Option<Subject> {
        Subject::new(SubjectKind::Order, &event.order_number, &event.order_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER, SHOP};

    #[tokio::test]
    async fn notifies_only_the_shop_once() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "ru");
        let event = OrderLapsing {
            order_id: fixture.fakes.order(leyla, "ru").to_string(),
            lapses_at: Some(prost_types::Timestamp {
                seconds: 1_795_250_520,
                nanos: 0,
            }),
            ..OrderLapsing::default()
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to(SHOP);
        assert_eq!(
            mail.subject(),
            format!("Order {ORDER_NUMBER} lapses on 21 November 2026, 12:42")
        );
        assert_eq!(mail.header("Reply-To"), "leyla@example.com");
        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(fixture.smtp.mails().len(), 1);
    }
}
