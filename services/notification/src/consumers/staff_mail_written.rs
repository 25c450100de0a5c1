//! Sends a mail that staff wrote about an inquiry.

use kit::events::HandlerError;
use proto::inquiry::v1::StaffMailWritten;

use super::MailRule;
use crate::mail::{MailKind, Subject, SubjectKind};

/// Handles mails by staff.
pub(super) struct SendStaffMail;

impl MailRule for SendStaffMail {
    type Event = StaffMailWritten;

    const NAME: &'static str = "notification-send-staff-mail";

    fn mails(event: &StaffMailWritten) -> Result<Vec<MailKind>, HandlerError> {
        let message = event.message_id.parse();
        let message = message.map_err(|_| HandlerError::Malformed("the id of the mail is no UUID".into()))?;
        Ok(vec![MailKind::StaffMail { message }])
    }

    fn about(event: &StaffMailWritten) -> Option<Subject> {
        Subject::new(SubjectKind::Quote, &event.number, &event.inquiry_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    #[tokio::test]
    async fn sends_the_text_in_the_customers_language_with_the_number() {
        let fixture = Fixture::start().await;
        let message = fixture.fakes.staff_mail(
            "marina@example.com",
            "ru",
            "Размеры",
            "Здравствуйте!\n\nКакая ширина?",
        );
        let event = StaffMailWritten {
            message_id: message,
            ..StaffMailWritten::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("marina@example.com");
        assert_eq!(mail.header("Content-Language"), "ru");
        assert!(mail.header("Subject").ends_with(" [SQ-7Q2M04XK]"));
        for line in ["Здравствуйте!", "Какая ширина?"] {
            assert!(mail.text().contains(line) && mail.html().contains(line), "{line}");
        }
    }
}
