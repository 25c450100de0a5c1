//! Sends another link to verify an e-mail address.

use kit::events::HandlerError;
use proto::account::v1::EmailVerificationRequested;

use super::MailRule;
use crate::mail::MailKind;

/// Handles verification requests. The token is issued when the e-mail is composed, so that it is never stored.
pub(super) struct SendVerification;

impl MailRule for SendVerification {
    type Event = EmailVerificationRequested;

    const NAME: &'static str = "notification-send-verification";

    fn mails(event: &EmailVerificationRequested) -> Result<Vec<MailKind>, HandlerError> {
        let request = uuid::Uuid::try_parse(&event.request_id);
        let kind = MailKind::EmailVerification {
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

    async fn request(fixture: &Fixture, request: Uuid) {
        let leyla = fixture.fakes.unverified_user("leyla@example.com", "az");
        fixture
            .harness
            .deliver(&EmailVerificationRequested {
                request_id: request.to_string(),
                user_id: leyla.to_string(),
            })
            .await;
        fixture.wait_until_ended().await;
    }

    #[tokio::test]
    async fn sends_a_link_with_a_token_that_is_not_stored() {
        let fixture = Fixture::start().await;
        let id = fixture.fakes.token_request();
        request(&fixture, id).await;
        let mail = fixture.mail_to("leyla@example.com");
        let token = fixture.fakes.token_of(id);
        let link = format!("https://shop.example/az/verify-email#token={token}");
        assert!(mail.text().contains(&link), "{}", mail.text());
        let row: String = sqlx::query_scalar("select mail::text from mail")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        for secret in [token.as_str(), "leyla"] {
            assert!(!row.contains(secret), "{row}");
        }
    }

    #[tokio::test]
    async fn used_request_fails_the_mail() {
        let fixture = Fixture::start().await;
        request(&fixture, Uuid::now_v7()).await;
        assert_eq!(
            fixture.reasons().await,
            ["the verification request is used or too old"]
        );
    }
}
