//! Limits of mails to one customer or visitor, whose address anyone can type into a form.

use std::time::Duration;

use kit::limits::{Limit, LimitReached};
use lettre::Address;
use sqlx::PgConnection;

use crate::config::TransportSettings;

/// The limits by hour and by day.
///
/// Sent mails are counted. Workers that send to one recipient at the same time may exceed a limit by their number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecipientLimits([Limit; 2]);

impl RecipientLimits {
    /// Creates the limits of the settings.
    pub(crate) fn new(settings: &TransportSettings) -> Self {
        Self([
            Limit::new(
                "mail-recipient-hour",
                settings.mail_recipient_hour.into(),
                Duration::from_hours(1),
            ),
            Limit::new(
                "mail-recipient-day",
                settings.mail_recipient_day.into(),
                Duration::from_hours(24),
            ),
        ])
    }

    /// Tells whether another mail to a customer or visitor is within the limits.
    pub(crate) async fn check(
        &self,
        connection: &mut PgConnection,
        customer: &Address,
    ) -> Result<Result<(), LimitReached>, sqlx::Error> {
        let subject = subject(customer);
        let result = Limit::check_all(connection, &self.of(&subject)).await?;
        Ok(result.map_err(|(_, reached)| reached))
    }

    /// Counts a sent mail.
    pub(crate) async fn count(
        &self,
        connection: &mut PgConnection,
        customer: &Address,
    ) -> Result<(), sqlx::Error> {
        let subject = subject(customer);
        // The next check enforces the limits.
        let _ = Limit::count_all(connection, &self.of(&subject)).await?;
        Ok(())
    }

    fn of<'a>(&self, subject: &'a str) -> [(Limit, &'a str); 2] {
        self.0.map(|limit| (limit, subject))
    }
}

/// Returns the mailbox of an address in lower case, without its sub-address (RFC 5233): whoever has one mailbox has all of its
/// sub-addresses. The table of limits stores its hash.
fn subject(customer: &Address) -> String {
    let user = customer.user();
    let mailbox = match user.split_once('+') {
        Some((mailbox, _)) if !mailbox.is_empty() => mailbox,
        _ => user,
    };
    format!("{mailbox}@{}", customer.domain()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;
    use proto::{notification::v1::RetryMailRequest, order::v1::OrderCreated};

    use crate::testing::{Fixture, RECIPIENT_DAY, RECIPIENT_HOUR, SHOP};

    const HOUR: &str = "mail-recipient-hour";
    const DAY: &str = "mail-recipient-day";

    /// Returns scope and count of each limit, ordered by scope.
    async fn counts(fixture: &Fixture) -> Vec<(String, i64)> {
        sqlx::query_as("select scope, count from rate_limit order by scope")
            .fetch_all(fixture.harness.pool())
            .await
            .unwrap()
    }

    /// Replaces the count of the only recipient, in this window and the next, because a window may end during the test.
    async fn set_count(fixture: &Fixture, scope: &str, count: u32) {
        let result = sqlx::query(
            "with present as (
                 delete from rate_limit where scope = $1 returning scope, subject, window_start
             ), first as (
                 select scope, subject, min(window_start) as window_start from present group by scope, subject
             )
             insert into rate_limit (scope, subject, window_start, count)
             select scope, subject,
                    window_start + number * case scope when 'mail-recipient-hour' then interval '1 hour' else interval '1 day' end,
                    $2
             from first, generate_series(0, 1) as number",
        )
        .bind(scope)
        .bind(i64::from(count))
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        assert_eq!(result.rows_affected(), 2);
    }

    async fn remove_counts(fixture: &Fixture, scope: &str) {
        sqlx::query("delete from rate_limit where scope = $1")
            .bind(scope)
            .execute(fixture.harness.pool())
            .await
            .unwrap();
    }

    async fn retry_failed(fixture: &Fixture) {
        let mail_id: String = sqlx::query_scalar("select id::text from mail where state = 'failed'")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        let request = on_behalf_of(&testkit::caller::staff(), RetryMailRequest { mail_id });
        fixture.client().retry_mail(request).await.unwrap();
    }

    #[tokio::test]
    async fn fails_mails_above_the_limits_of_a_recipient_and_keeps_them() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture.register(leyla).await;
        fixture.wait_until_sent().await;
        assert_eq!(
            counts(&fixture).await,
            [(DAY.to_owned(), 1), (HOUR.to_owned(), 1)],
            "a sent mail is counted once"
        );

        set_count(&fixture, HOUR, RECIPIENT_HOUR - 1).await;
        fixture.register(leyla).await;
        fixture.wait_until_sent().await;
        set_count(&fixture, HOUR, RECIPIENT_HOUR).await;
        let same_mailbox = fixture.fakes.user("Leyla+sofa@Example.com", "en");
        let order = fixture.fakes.order(same_mailbox, "en");
        let order_created = OrderCreated {
            order_id: order.to_string(),
            ..OrderCreated::default()
        };
        fixture.harness.deliver(&order_created).await;
        fixture.wait_until_ended().await;
        let mut kinds = fixture.kinds().await.split_off(2);
        kinds.sort();
        assert_eq!(kinds, ["order_received failed", "shop_order sent"]);
        assert_eq!(fixture.reasons().await, ["too many mails to this recipient"]);
        assert_eq!(fixture.mail_to(SHOP).header("Reply-To"), "Leyla+sofa@Example.com");

        let rashad = fixture.fakes.user("rashad@example.com", "en");
        fixture.register(rashad).await;
        fixture.wait_until_ended().await;
        assert_eq!(fixture.mail_to("rashad@example.com").to, "rashad@example.com");

        // An hour later staff retries the mail.
        remove_counts(&fixture, HOUR).await;
        retry_failed(&fixture).await;
        fixture.wait_until_sent().await;

        remove_counts(&fixture, HOUR).await;
        fixture.register(leyla).await;
        fixture.wait_until_sent().await;
        let sent = fixture.smtp.mails().len();
        sqlx::query("update rate_limit set count = $1 where scope = $2")
            .bind(i64::from(RECIPIENT_DAY))
            .bind(DAY)
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        fixture.register(leyla).await;
        fixture.wait_until_ended().await;
        assert_eq!(fixture.reasons().await, ["too many mails to this recipient"]);
        assert_eq!(fixture.smtp.mails().len(), sent);
    }
}
