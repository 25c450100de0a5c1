//! Greets a new user, or tells an old one that somebody tried to register again.

use async_trait::async_trait;
use kit::{
    domain::UserId,
    events::{Handler, HandlerError, Received},
};
use proto::account::v1::Registered;
use sqlx::PgConnection;

use super::write;
use crate::{mail::Occasion, store};

/// A user is told of an account once an hour at most, however often somebody types the address.
pub(super) struct GreetUser;

#[async_trait]
impl Handler for GreetUser {
    type Event = Registered;

    const NAME: &'static str = "notification-greet-user";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<Registered>,
    ) -> Result<(), HandlerError> {
        let user: UserId = received.event.user_id.parse()?;
        let occasion = if received.event.already_registered {
            if store::told_of_account_lately(connection, user).await? {
                return Ok(());
            }
            Occasion::AlreadyRegistered { user }
        } else {
            Occasion::Welcome { user }
        };
        write(connection, received.id, &[occasion]).await
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
        }
    }

    #[tokio::test]
    async fn a_new_user_is_greeted_once() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "az");
        let event = registered(leyla, false);
        let id = fixture.harness.deliver(&event).await;
        fixture.all_sent().await;
        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(fixture.kinds().await, ["welcome sent"]);
        let letter = fixture.letter_to("leyla@example.com");
        assert_eq!(letter.header("Content-Language"), "az");
    }

    #[tokio::test]
    async fn the_owner_of_an_address_hears_of_it_once_an_hour() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "az");
        let rashad = fixture.peers.user("rashad@example.com", "ru");
        for _ in 0..3 {
            fixture.harness.deliver(&registered(leyla, true)).await;
            fixture.harness.wait_until_idle().await;
        }
        fixture.harness.deliver(&registered(rashad, true)).await;
        fixture.all_sent().await;
        assert_eq!(
            fixture.kinds().await,
            ["already_registered sent", "already_registered sent"]
        );

        sqlx::query("update mail set created_at = created_at - interval '61 minutes'")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        fixture.harness.deliver(&registered(leyla, true)).await;
        fixture.all_sent().await;
        assert_eq!(fixture.kinds().await.len(), 3);
    }
}
