//! Mails a customer what staff wrote in the conversation.

use kit::events::HandlerError;
use proto::inquiry::v1::MessagesUnread;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles messages that the customer has not read.
pub(super) struct MailMessages;

impl MailRule for MailMessages {
    type Event = MessagesUnread;

    const NAME: &'static str = "notification-mail-messages";

    fn mails(event: &MessagesUnread) -> Result<Vec<MailKind>, HandlerError> {
        let inquiry = event.inquiry_id.parse();
        let inquiry =
            inquiry.map_err(|_| HandlerError::Malformed("the id of the inquiry is no UUID".into()))?;
        Ok(vec![MailKind::MessagesUnread { inquiry }])
    }

    fn about(event: &MessagesUnread) -> Option<Subject> {
        Subject::new(SubjectKind::Quote, &event.number, &event.inquiry_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    #[tokio::test]
    async fn mails_what_is_unread_with_the_link_and_nothing_once_all_is_read() {
        let fixture = Fixture::start().await;
        for (email, texts) in [
            ("marina@example.com", &["Какая ширина?", "Спасибо за фото!"][..]),
            ("rauf@example.com", &[]),
        ] {
            let event = MessagesUnread {
                inquiry_id: fixture.fakes.unread(email, "ru", texts),
                ..MessagesUnread::default()
            };
            fixture.harness.deliver(&event).await;
        }
        fixture.wait_until_sent().await;
        assert_eq!(fixture.kinds().await, ["messages_unread sent"]);
        let mail = fixture.mail_to("marina@example.com");
        assert_eq!(mail.header("Content-Language"), "ru");
        for part in [
            "Какая ширина?",
            "Спасибо за фото!",
            "/ru/conversation#SQ-7Q2M04XK.k3",
        ] {
            assert!(mail.text().contains(part), "{part}: {}", mail.text());
        }
        assert_eq!(fixture.smtp.mails().len(), 1);
    }
}
