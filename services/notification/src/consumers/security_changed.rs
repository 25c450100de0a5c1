//! Tells users of a change of how they sign in.

use kit::events::HandlerError;
use proto::account::v1::{SecurityChange, SecurityChanged};

use super::MailRule;
use crate::mail::MailKind;

/// Handles changes of how users sign in.
pub(super) struct NotifySecurity;

impl MailRule for NotifySecurity {
    type Event = SecurityChanged;

    const NAME: &'static str = "notification-tell-security";

    fn mails(event: &SecurityChanged) -> Result<Vec<MailKind>, HandlerError> {
        let user = event.user_id.parse()?;
        Ok(match event.change() {
            SecurityChange::FactorAdded => vec![MailKind::FactorAdded { user }],
            SecurityChange::DeviceRemembered => vec![MailKind::DeviceRemembered { user }],
            SecurityChange::PasswordChanged => vec![MailKind::PasswordChanged { user }],
            // A newer version publishes changes that this one has no mail for.
            SecurityChange::Unspecified => Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    #[tokio::test]
    async fn notifies_the_user_of_each_change_in_the_own_language() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        for change in [
            SecurityChange::FactorAdded,
            SecurityChange::DeviceRemembered,
            SecurityChange::PasswordChanged,
        ] {
            let event = SecurityChanged {
                user_id: leyla.to_string(),
                change: change.into(),
            };
            fixture.harness.deliver(&event).await;
        }
        fixture.wait_until_sent().await;
        let mails = fixture.smtp.mails();
        let mut subjects: Vec<_> = mails.iter().map(testkit::ReceivedMail::subject).collect();
        subjects.sort();
        assert_eq!(
            subjects,
            [
                "Şəbəkə: a device was remembered",
                "Şəbəkə: a second factor was added",
                "Şəbəkə: your password was changed",
            ]
        );
    }
}
