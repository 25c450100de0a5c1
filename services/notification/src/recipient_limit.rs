//! Limits of mails to one customer or visitor, whose address anyone can type into a form.

use std::time::Duration;

use kit::limits::Limit;
use lettre::Address;
use sqlx::PgConnection;

use crate::{
    composer::Recipient,
    config::TransportSettings,
    mail::{MailKind, SendError},
};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// The limits of a recipient by hour and by day, of mails that strangers cause by day, of mails about the delivery of an
/// order by day, and of mails about forms to the shop by hour.
///
/// Sent mails are counted. Workers that send to one recipient at the same time may exceed a limit by their number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecipientLimits {
    recipient: [Limit; 2],
    unproven: Limit,
    delivery: Limit,
    shop: Limit,
}

impl RecipientLimits {
    /// Creates the limits of the settings.
    pub(crate) fn new(settings: &TransportSettings) -> Self {
        Self {
            recipient: [
                Limit::new("mail-recipient-hour", settings.mail_recipient_hour.into(), HOUR),
                Limit::new("mail-recipient-day", settings.mail_recipient_day.into(), DAY),
            ],
            unproven: Limit::new("mail-unproven-day", settings.mail_unproven_day.into(), DAY),
            delivery: Limit::new("mail-delivery-day", settings.mail_delivery_day.into(), DAY),
            shop: Limit::new("mail-shop-hour", settings.mail_shop_hour.into(), HOUR),
        }
    }

    /// Returns the limits of a mail, each with its subject; the owners have none, and the shop one of forms.
    pub(crate) fn of(&self, kind: MailKind, recipient: &Recipient) -> Vec<(Limit, String)> {
        let (address, is_proven) = match recipient {
            Recipient::Customer(address) => (address, true),
            Recipient::Unproven(address) => (address, false),
            Recipient::Shop { .. } if kind.is_shop_form() => return vec![(self.shop, String::new())],
            Recipient::Shop { .. } | Recipient::Owners(_) | Recipient::Workshop(_) => return Vec::new(),
        };
        let mailbox = mailbox(address);
        let mut limits: Vec<_> = self
            .recipient
            .into_iter()
            .chain((!is_proven).then_some(self.unproven))
            .map(|limit| (limit, mailbox.clone()))
            .collect();
        if let MailKind::DeliveryPlanned { order } = kind {
            limits.push((self.delivery, order.to_string()));
        }
        limits
    }

    /// Tells whether another mail is within its limits.
    pub(crate) async fn check(
        &self,
        connection: &mut PgConnection,
        limits: &[(Limit, String)],
    ) -> Result<Result<(), SendError>, sqlx::Error> {
        let result = Limit::check_all(connection, &borrowed(limits)).await?;
        Ok(result.map_err(
            |(index, _)| match limits.get(index).map(|(limit, _)| limit.scope) {
                Some(scope) if scope == self.delivery.scope => SendError::DeliveryLimit,
                Some(scope) if scope == self.shop.scope => SendError::ShopLimit,
                _ => SendError::RecipientLimit,
            },
        ))
    }

    /// Counts a sent mail.
    pub(crate) async fn count(
        connection: &mut PgConnection,
        limits: &[(Limit, String)],
    ) -> Result<(), sqlx::Error> {
        // The next check enforces the limits.
        let _ = Limit::count_all(connection, &borrowed(limits)).await?;
        Ok(())
    }
}

fn borrowed(limits: &[(Limit, String)]) -> Vec<(Limit, &str)> {
    limits
        .iter()
        .map(|(limit, subject)| (*limit, subject.as_str()))
        .collect()
}

/// Returns the mailbox of an address in lower case, without its sub-address (RFC 5233): whoever has one mailbox has all of its
/// sub-addresses. The table of limits stores its hash.
fn mailbox(address: &Address) -> String {
    let user = address.user();
    let mailbox = match user.split_once('+') {
        Some((mailbox, _)) if !mailbox.is_empty() => mailbox,
        _ => user,
    };
    format!("{mailbox}@{}", address.domain()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;
    use proto::{
        inquiry::v1::QuoteRequested,
        notification::v1::RetryMailRequest,
        order::v1::{DeliveryPlanned, OrderCreated},
    };
    use testkit::eventually;

    use crate::testing::{
        DELIVERY_DAY, Fixture, RECIPIENT_DAY, RECIPIENT_HOUR, SHOP, SHOP_HOUR, UNPROVEN_DAY,
    };

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

    /// Requests a quote as a stranger who types an address.
    async fn request_quote(fixture: &Fixture, email: &str) {
        let inquiry = fixture.fakes.quote(email, "az").to_string();
        let event = QuoteRequested {
            inquiry_id: inquiry,
            ..QuoteRequested::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.wait_until_ended().await;
    }

    /// Returns the number of mails to an address.
    fn sent_to(fixture: &Fixture, address: &str) -> usize {
        let mails = fixture.smtp.mails();
        mails.iter().filter(|mail| mail.to == address).count()
    }

    #[tokio::test]
    async fn strangers_cause_few_mails_to_a_mailbox_that_its_owner_still_gets() {
        let fixture = Fixture::start().await;
        let mailbox = "rashad@example.com";
        for _ in 0..UNPROVEN_DAY {
            request_quote(&fixture, mailbox).await;
        }
        request_quote(&fixture, "Rashad+1@Example.com").await;
        assert_eq!(fixture.reasons().await, ["too many mails to this recipient"]);
        let sent: usize = UNPROVEN_DAY.try_into().unwrap();
        assert_eq!(
            (sent_to(&fixture, mailbox), sent_to(&fixture, SHOP)),
            (sent, sent + 1)
        );
        assert_eq!(sent_to(&fixture, "Rashad+1@Example.com"), 0);

        // A mail to the account of the owner, who has verified the address.
        let owner = fixture.fakes.user(mailbox, "az");
        fixture.register(owner).await;
        fixture.wait_until_ended().await;
        assert_eq!(sent_to(&fixture, mailbox), sent + 1);
    }

    #[tokio::test]
    async fn limits_the_mails_about_the_delivery_of_an_order() {
        let fixture = Fixture::start().await;
        let orders = [(); 2].map(|()| fixture.fakes.order_without_account("rauf@example.com", "ru"));
        let [order, other] = orders.map(|order| DeliveryPlanned {
            order_id: order.to_string(),
            is_notified: true,
            ..DeliveryPlanned::default()
        });
        for _ in 0..=DELIVERY_DAY {
            fixture.harness.deliver(&order).await;
            fixture.wait_until_ended().await;
        }
        assert_eq!(
            fixture.reasons().await,
            ["too many mails about the delivery of this order"]
        );
        fixture.harness.deliver(&other).await;
        fixture.wait_until_ended().await;
        let sent: usize = DELIVERY_DAY.try_into().unwrap();
        assert_eq!(sent_to(&fixture, "rauf@example.com"), sent + 1);
    }

    #[tokio::test]
    async fn forms_above_the_limit_of_the_shop_come_in_one_digest() {
        let fixture = Fixture::start().await;
        for number in 0..SHOP_HOUR + 3 {
            let inquiry = fixture.fakes.quote(&format!("visitor{number}@example.com"), "az");
            let event = QuoteRequested {
                inquiry_id: inquiry.to_string(),
                ..QuoteRequested::default()
            };
            fixture.harness.deliver(&event).await;
            fixture.harness.wait_until_idle().await;
            eventually("the mails of the form have ended", || async {
                let waiting: i64 = sqlx::query_scalar(
                    "select count(*) from mail where state = 'waiting' and kind <> 'shop_digest'",
                )
                .fetch_one(fixture.harness.pool())
                .await
                .unwrap();
                (waiting == 0).then_some(())
            })
            .await;
        }
        let limit: usize = SHOP_HOUR.try_into().unwrap();
        assert_eq!(sent_to(&fixture, SHOP), limit);
        assert_eq!(fixture.reasons().await, Vec::<String>::new());
        let waiting: Vec<String> = sqlx::query_scalar("select kind from mail where state = 'waiting'")
            .fetch_all(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(waiting, ["shop_digest"]);

        sqlx::query("update mail set next_attempt_at = now() where state = 'waiting'")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        fixture.wait_until_sent().await;
        assert_eq!(sent_to(&fixture, SHOP), limit + 1);
        let mails = fixture.smtp.mails();
        let digest = mails.iter().rfind(|mail| mail.to == SHOP).unwrap();
        assert!(
            digest.header("Subject").starts_with("3 "),
            "{}",
            digest.header("Subject")
        );
    }
}
