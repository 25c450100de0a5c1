//! Confirms a contact message to the visitor, and forwards it to the shop.

use async_trait::async_trait;
use kit::{
    domain::InquiryId,
    events::{Handler, HandlerError, Received},
};
use proto::inquiry::v1::ContactReceived;
use sqlx::PgConnection;

use super::insert_mails;
use crate::mail::MailKind;

/// Handles contact messages.
pub(super) struct NotifyMessage;

#[async_trait]
impl Handler for NotifyMessage {
    type Event = ContactReceived;

    const NAME: &'static str = "notification-tell-message";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<ContactReceived>,
    ) -> Result<(), HandlerError> {
        let inquiry: InquiryId = received.event.inquiry_id.parse()?;
        let kinds = [
            MailKind::MessageReceived { inquiry },
            MailKind::ShopMessage { inquiry },
        ];
        insert_mails(connection, received.id, &kinds).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, SHOP};

    /// The address is not verified.
    #[tokio::test]
    async fn sends_user_input_only_to_the_shop() {
        let fixture = Fixture::start().await;
        let inquiry = fixture
            .fakes
            .message("rashad@example.com", "ru", "Visit evil.example");
        fixture
            .harness
            .deliver(&ContactReceived {
                inquiry_id: inquiry.to_string(),
                ..ContactReceived::default()
            })
            .await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("rashad@example.com");
        assert_eq!(mail.header("Content-Language"), "ru");
        for part in ["evil.example", "Rəşad"] {
            assert!(!mail.text().contains(part) && !mail.html().contains(part));
        }
        let mail = fixture.mail_to(SHOP);
        assert!(mail.text().contains("Visit evil.example"), "{}", mail.text());
    }
}
