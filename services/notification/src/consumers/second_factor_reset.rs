//! Notifies a member of the team that the second factor was removed.

use kit::events::HandlerError;
use proto::account::v1::SecondFactorReset;

use super::MailRule;
use crate::mail::MailKind;

/// Handles removed second factors.
pub(super) struct NotifyFactorReset;

impl MailRule for NotifyFactorReset {
    type Event = SecondFactorReset;

    const NAME: &'static str = "notification-tell-factor-reset";

    fn mails(event: &SecondFactorReset) -> Result<Vec<MailKind>, HandlerError> {
        let user = event.user_id.parse()?;
        Ok(vec![MailKind::SecondFactorReset { user }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    #[tokio::test]
    async fn notifies_the_member_in_the_own_language() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "ru");
        let event = SecondFactorReset {
            user_id: leyla.to_string(),
            ..SecondFactorReset::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("leyla@example.com");
        assert_eq!(mail.subject(), "Şəbəkə: ваш второй фактор удалён");
        assert!(mail.text().contains("https://shop.example/desk/sign-in"));
    }
}
