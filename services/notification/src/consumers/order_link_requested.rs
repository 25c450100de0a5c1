//! Sends the link of an order to its customer again.

use kit::events::HandlerError;
use proto::order::v1::OrderLinkRequested;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles requests for the link of an order.
pub(super) struct SendOrderLink;

impl MailRule for SendOrderLink {
    type Event = OrderLinkRequested;

    const NAME: &'static str = "notification-send-order-link";

    fn mails(event: &OrderLinkRequested) -> Result<Vec<MailKind>, HandlerError> {
        let order = event.order_id.parse()?;
        Ok(vec![MailKind::OrderLink { order }])
    }

    fn about(event: &OrderLinkRequested) -> Option<Subject> {
        Subject::new(SubjectKind::Order, &event.order_number, &event.order_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER, ORDER_TOKEN};

    #[tokio::test]
    async fn sends_the_link_to_the_customer_only_until_it_expires() {
        let fixture = Fixture::start().await;
        let expired = fixture.fakes.order_without_account("leyla@example.com", "en");
        fixture.fakes.expire_link(expired);
        let order = fixture.fakes.order_without_account("rauf@example.com", "en");
        for order in [expired, order] {
            let event = OrderLinkRequested {
                order_id: order.to_string(),
                order_number: ORDER_NUMBER.to_owned(),
            };
            fixture.harness.deliver(&event).await;
        }
        fixture.wait_until_sent().await;
        assert_eq!(fixture.kinds().await, ["order_link sent"]);
        let mail = fixture.mail_to("rauf@example.com");
        assert_eq!(mail.subject(), format!("The link to your order {ORDER_NUMBER}"));
        let link = format!("/en/order#{ORDER_TOKEN}");
        assert!(mail.text().contains(&link), "{}", mail.text());
        assert_eq!(fixture.smtp.mails().len(), 1);
    }
}
