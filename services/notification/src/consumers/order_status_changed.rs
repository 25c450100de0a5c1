//! Notifies the customer of a new status of the order or its payment.

use kit::events::HandlerError;
use proto::order::v1::OrderStatusChanged;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles status changes, with the statuses of the event.
pub(super) struct NotifyStatus;

impl MailRule for NotifyStatus {
    type Event = OrderStatusChanged;

    const NAME: &'static str = "notification-tell-move";

    fn mails(event: &OrderStatusChanged) -> Result<Vec<MailKind>, HandlerError> {
        let malformed = |error: kit::vocabulary::UnknownWord| HandlerError::Malformed(error.into());
        let kind = MailKind::OrderMoved {
            order: event.order_id.parse()?,
            status: event.status.parse().map_err(malformed)?,
            payment: event.payment_status.parse().map_err(malformed)?,
        };
        Ok(vec![kind])
    }

    fn about(event: &OrderStatusChanged) -> Option<Subject> {
        Subject::new(SubjectKind::Order, &event.order_number, &event.order_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER};

    #[tokio::test]
    async fn sends_a_mail_per_status_change() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "ru");
        let order = fixture.fakes.order(leyla, "en");
        for (status, payment_status) in [("processing", "pending"), ("shipped", "paid")] {
            fixture
                .harness
                .deliver(&OrderStatusChanged {
                    order_id: order.to_string(),
                    status: status.to_owned(),
                    payment_status: payment_status.to_owned(),
                    ..OrderStatusChanged::default()
                })
                .await;
        }
        fixture.wait_until_sent().await;
        let mut subjects = fixture.subjects();
        subjects.sort();
        assert_eq!(
            subjects,
            [
                format!("Order {ORDER_NUMBER}: processing"),
                format!("Order {ORDER_NUMBER}: shipped, paid")
            ]
        );
    }

    #[tokio::test]
    async fn dead_letters_an_unknown_status() {
        let fixture = Fixture::start().await;
        fixture
            .harness
            .deliver(&OrderStatusChanged {
                order_id: kit::domain::OrderId::generate().to_string(),
                status: "lost".to_owned(),
                payment_status: "paid".to_owned(),
                ..OrderStatusChanged::default()
            })
            .await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(fixture.kinds().await, Vec::<String>::new());
        let dead_letters: i64 = sqlx::query_scalar("select count(*) from dead_letter")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(dead_letters, 1);
    }
}
