//! Sends an invitation to the team.

use kit::events::HandlerError;
use proto::account::v1::StaffInvited;

use super::MailRule;
use crate::mail::MailKind;

/// Handles invitations. The token is issued when the e-mail is composed, so that it is never stored.
pub(super) struct SendInvitation;

impl MailRule for SendInvitation {
    type Event = StaffInvited;

    const NAME: &'static str = "notification-send-invitation";

    fn mails(event: &StaffInvited) -> Result<Vec<MailKind>, HandlerError> {
        let invitation = event.invitation_id.parse()?;
        Ok(vec![MailKind::StaffInvite { invitation }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    fn invited(invitation: uuid::Uuid) -> StaffInvited {
        StaffInvited {
            invitation_id: invitation.to_string(),
            ..StaffInvited::default()
        }
    }

    #[tokio::test]
    async fn sends_the_link_role_and_end_with_a_token_that_is_not_stored() {
        let fixture = Fixture::start().await;
        let invitation = fixture.fakes.invitation("sabina@example.com", "az");
        fixture.harness.deliver(&invited(invitation)).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("sabina@example.com");
        assert_eq!(mail.header("Content-Language"), "az");
        let token = fixture.fakes.token_of(invitation);
        let link = format!("https://shop.example/desk/welcome#token={token}");
        for part in ["Salam, Səbinə.", "redaktor", "27 noyabr 2026, 12:00", &link] {
            assert!(mail.text().contains(part), "{part}: {}", mail.text());
        }
        let row: String = sqlx::query_scalar("select mail::text from mail")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        for secret in [token.as_str(), "sabina"] {
            assert!(!row.contains(secret), "{row}");
        }
    }

    #[tokio::test]
    async fn withdrawn_invitation_fails_the_mail() {
        let fixture = Fixture::start().await;
        fixture.harness.deliver(&invited(uuid::Uuid::now_v7())).await;
        fixture.wait_until_ended().await;
        assert_eq!(
            fixture.reasons().await,
            ["the invitation is used, withdrawn or too old"]
        );
    }
}
