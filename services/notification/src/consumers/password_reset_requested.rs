//! Sends the link to a new password.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::account::v1::PasswordResetRequested;
use sqlx::PgConnection;

use super::write;
use crate::mail::Occasion;

/// The token is issued as the letter is written, so that it is in no table and as fresh as the letter.
pub(super) struct SendReset;

#[async_trait]
impl Handler for SendReset {
    type Event = PasswordResetRequested;

    const NAME: &'static str = "notification-send-reset";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<PasswordResetRequested>,
    ) -> Result<(), HandlerError> {
        let request = uuid::Uuid::try_parse(&received.event.request_id);
        let occasion = Occasion::PasswordReset {
            request: request.map_err(|error| HandlerError::Malformed(error.into()))?,
            user: received.event.user_id.parse()?,
        };
        write(connection, received.id, &[occasion]).await
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::testing::Fixture;

    #[tokio::test]
    async fn the_link_has_a_token_that_is_kept_nowhere() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "ru");
        let request = fixture.peers.reset_request();
        fixture
            .harness
            .deliver(&PasswordResetRequested {
                request_id: request.to_string(),
                user_id: leyla.to_string(),
            })
            .await;
        fixture.all_sent().await;
        let letter = fixture.letter_to("leyla@example.com");
        let token = fixture.peers.token_of(request);
        assert!(
            letter
                .text()
                .contains(&format!("https://shop.example/ru/reset-password?token={token}")),
            "{}",
            letter.text()
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
    async fn a_dead_request_ends_with_its_reason() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "ru");
        fixture
            .harness
            .deliver(&PasswordResetRequested {
                request_id: Uuid::now_v7().to_string(),
                user_id: leyla.to_string(),
            })
            .await;
        fixture.all_ended().await;
        assert_eq!(fixture.kinds().await, ["password_reset failed"]);
        assert_eq!(
            fixture.reasons().await,
            ["the password request is used or too old"]
        );
        assert_eq!(fixture.smtp.mails().len(), 0);
    }
}
