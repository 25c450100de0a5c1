//! Notifies the customer of a corrected order.

use kit::events::HandlerError;
use proto::order::v1::OrderCorrected;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles corrections of which staff notifies the customer.
pub(super) struct NotifyCorrection;

impl MailRule for NotifyCorrection {
    type Event = OrderCorrected;

    const NAME: &'static str = "notification-tell-correction";

    fn mails(event: &OrderCorrected) -> Result<Vec<MailKind>, HandlerError> {
        if !event.is_notified {
            return Ok(Vec::new());
        }
        Ok(vec![MailKind::OrderCorrected {
            order: event.order_id.parse()?,
            previous_total: event.stock.is_some().then_some(event.previous_total_minor),
        }])
    }

    fn about(event: &OrderCorrected) -> Option<Subject> {
        Subject::new(SubjectKind::Order, &event.order_number, &event.order_id)
    }
}

#[cfg(test)]
mod tests {
    use proto::order::v1::CorrectedStock;

    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER};

    #[tokio::test]
    async fn tells_both_totals_and_the_new_list_if_staff_wants_it() {
        let fixture = Fixture::start().await;
        let order = fixture.fakes.order_without_account("rauf@example.com", "ru");
        let corrected = |is_notified, stock| OrderCorrected {
            order_id: order.to_string(),
            previous_total_minor: 123_400,
            is_notified,
            stock,
            ..OrderCorrected::default()
        };
        let stock = Some(CorrectedStock::default());
        fixture.harness.deliver(&corrected(false, stock.clone())).await;
        fixture.harness.deliver(&corrected(true, stock)).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("rauf@example.com");
        assert_eq!(mail.subject(), format!("Изменения в заказе {ORDER_NUMBER}"));
        for part in ["Прежняя сумма: 1\u{a0}234,00", "Новая сумма"] {
            assert!(mail.text().contains(part), "{part}: {}", mail.text());
        }
        assert_eq!(fixture.smtp.mails().len(), 1);

        fixture.harness.deliver(&corrected(true, None)).await;
        fixture.wait_until_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 2);
        let of_addresses = fixture
            .smtp
            .mails()
            .into_iter()
            .find(|mail| !mail.text().contains("Прежняя сумма"))
            .unwrap();
        assert!(of_addresses.text().contains("данные получателя"));
    }
}
