//! Sends the link to reset the password.

use kit::events::HandlerError;
use proto::account::v1::PasswordResetRequested;

use super::MailRule;
use crate::mail::MailKind;

/// Handles password reset requests. The token is issued when the e-mail is composed, so that it is never stored.
pub(super) struct SendReset;

impl MailRule for SendReset {
    type Event = PasswordResetRequested;

    const NAME: &'static str = "notification-send-reset";

    fn mails(event: &PasswordResetRequested) -> Result<Vec<MailKind>, HandlerError> {
        let request = uuid::Uuid::try_parse(&event.request_id);
        let kind = MailKind::PasswordReset {
            request: request.map_err(|error| HandlerError::Malformed(error.into()))?,
            user: event.user_id.parse()?,
        };
        Ok(vec![kind])
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::testing::Fixture;

    #[tokio::test]
    async fn sends_a_link_with_a_token_that_is_not_stored() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "ru");
        let request = fixture.fakes.token_request();
        fixture
            .harness
            .deliver(&PasswordResetRequested {
                request_id: request.to_string(),
                user_id: leyla.to_string(),
            })
            .await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("leyla@example.com");
        let token = fixture.fakes.token_of(request);
        assert!(
            mail.text()
                .contains(&format!("https://shop.example/ru/reset-password#token={token}")),
            "{}",
            mail.text()
        );
        let row: String = sqlx::query_scalar("select mail::text from mail")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        for secret in [token.as_str(), "leyla"] {
            assert!(!row.contains(secret), "{row}");
        }
    }

    #[tokio::test]
    async fn expired_request_fails_the_mail() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "ru");
        fixture
            .harness
            .deliver(&PasswordResetRequested {
                request_id: Uuid::now_v7().to_string(),
                user_id: leyla.to_string(),
            })
            .await;
        fixture.wait_until_ended().await;
        assert_eq!(fixture.kinds().await, ["password_reset failed"]);
        assert_eq!(
            fixture.reasons().await,
            ["the password request is used or too old"]
        );
        assert_eq!(fixture.smtp.mails().len(), 0);
    }
}
