//! Welcomes a new user, or notifies an existing one of a repeated registration.

use async_trait::async_trait;
use kit::{
    domain::UserId,
    events::{Handler, HandlerError, Received},
};
use proto::account::v1::Registered;
use sqlx::PgConnection;
use uuid::Uuid;

use super::new_mails;
use crate::{mail::MailKind, store};

/// Handles registrations. Sends at most one `already_registered` mail per user and hour.
pub(super) struct WelcomeUser;

#[async_trait]
impl Handler for WelcomeUser {
    type Event = Registered;

    const NAME: &'static str = "notification-greet-user";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<Registered>,
    ) -> Result<(), HandlerError> {
        let user: UserId = received.event.user_id.parse()?;
        let kind = if received.event.already_registered {
            if store::has_recent_account_notice(connection, user).await? {
                return Ok(());
            }
            MailKind::AlreadyRegistered { user }
        } else {
            let verification = match received.event.verification_id.as_str() {
                // An event of an older version.
                "" => None,
                id => Some(Uuid::try_parse(id).map_err(|error| HandlerError::Malformed(error.into()))?),
            };
            MailKind::Welcome { user, verification }
        };
        let mails: Vec<_> = new_mails(received.id, vec![kind], None).collect();
        Ok(store::insert(connection, &mails).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    fn registered(user: UserId, already_registered: bool) -> Registered {
        Registered {
            user_id: user.to_string(),
            already_registered,
            verification_id: String::new(),
        }
    }

    #[tokio::test]
    async fn welcomes_a_new_user_once() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "az");
        let event = registered(leyla, false);
        let id = fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(fixture.kinds().await, ["welcome sent"]);
        let mail = fixture.mail_to("leyla@example.com");
        assert_eq!(mail.header("Content-Language"), "az");
    }

    #[tokio::test]
    async fn welcome_mail_has_the_verification_link() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.unverified_user("leyla@example.com", "ru");
        let request = fixture.fakes.token_request();
        let event = Registered {
            verification_id: request.to_string(),
            ..registered(leyla, false)
        };
        fixture.harness.deliver(&event).await;
        fixture.wait_until_sent().await;
        let mail = fixture.mail_to("leyla@example.com");
        let link = format!(
            "https://shop.example/ru/verify-email#token={}",
            fixture.fakes.token_of(request)
        );
        assert!(mail.text().contains(&link), "{}", mail.text());
        assert!(!mail.text().contains("Leyla"), "{}", mail.text());
    }

    #[tokio::test]
    async fn notifies_of_repeated_registration_once_an_hour() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "az");
        let rashad = fixture.fakes.user("rashad@example.com", "ru");
        for _ in 0..3 {
            fixture.harness.deliver(&registered(leyla, true)).await;
            fixture.harness.wait_until_idle().await;
        }
        fixture.harness.deliver(&registered(rashad, true)).await;
        fixture.wait_until_sent().await;
        assert_eq!(
            fixture.kinds().await,
            ["already_registered sent", "already_registered sent"]
        );

        sqlx::query("update mail set created_at = created_at - interval '61 minutes'")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        fixture.harness.deliver(&registered(leyla, true)).await;
        fixture.wait_until_sent().await;
        assert_eq!(fixture.kinds().await.len(), 3);
    }
}
