//! Notifies the owners of too many wrong codes.

use kit::events::HandlerError;
use proto::account::v1::SecondFactorLocked;

use super::MailRule;
use crate::mail::MailKind;

/// Handles members who typed too many wrong codes.
pub(super) struct NotifyFactorLock;

impl MailRule for NotifyFactorLock {
    type Event = SecondFactorLocked;

    const NAME: &'static str = "notification-tell-factor-lock";

    fn mails(event: &SecondFactorLocked) -> Result<Vec<MailKind>, HandlerError> {
        let user = event.user_id.parse()?;
        let until_reset = event.until_reset;
        Ok(vec![MailKind::SecondFactorLocked { user, until_reset }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    fn locked(user: kit::domain::UserId) -> SecondFactorLocked {
        SecondFactorLocked {
            user_id: user.to_string(),
            until_reset: false,
        }
    }

    #[tokio::test]
    async fn notifies_all_owners_and_nobody_else() {
        let fixture = Fixture::start().await;
        let fakes = &fixture.fakes;
        let nigar = fakes.member("nigar@example.com", "sales");
        fakes.member("tural@example.com", "owner");
        fakes.member("aysel@example.com", "owner");
        fixture.harness.deliver(&locked(nigar)).await;
        fixture.wait_until_sent().await;
        let mut recipients: Vec<_> = fixture.smtp.mails().into_iter().map(|mail| mail.to).collect();
        recipients.sort();
        assert_eq!(recipients, ["aysel@example.com", "tural@example.com"]);
        let mail = fixture.mail_to("tural@example.com");
        assert_eq!(mail.subject(), "Too many wrong codes: Nigar Əliyeva");
        assert!(mail.text().contains("https://shop.example/desk/team"));
    }

    #[tokio::test]
    async fn says_when_only_a_reset_helps() {
        let fixture = Fixture::start().await;
        let nigar = fixture.fakes.member("nigar@example.com", "sales");
        fixture.fakes.member("tural@example.com", "owner");
        let event = SecondFactorLocked {
            until_reset: true,
            ..locked(nigar)
        };
        fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        let text = fixture.mail_to("tural@example.com").text();
        assert!(text.contains("until you reset the second factor"), "{text}");
        assert!(!text.contains("15 minutes"), "{text}");
    }

    #[tokio::test]
    async fn a_refused_owner_does_not_keep_the_mail_from_the_others() {
        let fixture = Fixture::start().await;
        let fakes = &fixture.fakes;
        let nigar = fakes.member("nigar@example.com", "sales");
        fakes.member("tural@example.com", "owner");
        fakes.member("aysel@example.com", "owner");
        fixture
            .smtp
            .reject_recipient("tural@example.com", "550 5.1.1 no such mailbox");
        fixture.harness.deliver(&locked(nigar)).await;
        fixture.wait_until_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 1);
        assert_eq!(fixture.smtp.mails()[0].to, "aysel@example.com");
    }
}
