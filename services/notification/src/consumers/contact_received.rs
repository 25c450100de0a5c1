//! Confirms a contact message to the visitor, and forwards it to the shop.

use kit::{domain::InquiryId, events::HandlerError};
use proto::inquiry::v1::ContactReceived;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles contact messages.
pub(super) struct NotifyMessage;

impl MailRule for NotifyMessage {
    type Event = ContactReceived;

    const NAME: &'static str = "notification-tell-message";

    fn mails(event: &ContactReceived) -> Result<Vec<MailKind>, HandlerError> {
        let inquiry: InquiryId = event.inquiry_id.parse()?;
        let kinds = [
            MailKind::MessageReceived { inquiry },
            MailKind::ShopMessage { inquiry },
        ];
        Ok(kinds.into())
    }

    fn about(event: &ContactReceived) -> Option<Subject> {
        Subject::new(SubjectKind::Quote, &event.number, &event.inquiry_id)
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
