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
        // The operator has no signature.
        let by = event.by.parse().ok();
        Ok(vec![MailKind::StaffMail { message, by }])
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
    #[tokio::test]
    async fn the_author_signs_with_name_and_phone() {
        let fixture = Fixture::start().await;
        let nigar = fixture.fakes.member("nigar@example.com", "sales");
        fixture
            .fakes
            .sign_as(nigar, "+994500001122", "Nigar Əliyeva\n\nСалон на Низами, 1");
        for (email, by) in [
            ("marina@example.com", nigar.to_string()),
            ("rauf@example.com", "operator".to_owned()),
        ] {
            let event = StaffMailWritten {
                message_id: fixture.fakes.staff_mail(email, "ru", "Размеры", "Какая ширина?"),
                by,
                ..StaffMailWritten::default()
            };
            fixture.harness.deliver(&event).await;
        }
        fixture.wait_until_sent().await;
        let text = fixture.mail_to("marina@example.com").text();
        let signature = "С вами работает:\nNigar Əliyeva\n050 000 11 22\nСалон на Низами, 1\n";
        assert!(text.contains(signature), "{text}");
        let text = fixture.mail_to("rauf@example.com").text();
        assert!(!text.contains("С вами работает"), "{text}");
    }
}
