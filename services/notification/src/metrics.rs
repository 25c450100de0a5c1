//! Metrics of mails.

use std::time::Duration;

use kit::metrics::{Counters, DurationHistograms, Gauges, Metrics, SecondsGauges};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{mail::SendError, store};

/// Interval between samples.
const INTERVAL: Duration = Duration::from_secs(5);

/// Upper bounds of the delay buckets in seconds, up to a day.
const DELAYS: &[f64] = &[
    1.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1_800.0, 3_600.0, 14_400.0, 86_400.0,
];

/// The metrics of this service.
#[derive(Clone)]
pub(crate) struct NotificationMetrics {
    attempts: Counters<1>,
    delay: DurationHistograms<0>,
    waiting: Gauges<0>,
    age: SecondsGauges<0>,
}

impl NotificationMetrics {
    /// Registers the metrics.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let attempts = metrics.counters("storefront_mail_attempts", "Attempts to send a mail");
        for outcome in ["sent", "put_off", "given_up", "limited"] {
            let _ = attempts.get_or_create_owned(&label(outcome));
        }
        Self {
            attempts,
            delay: metrics.duration_histograms(
                "storefront_mail_delay",
                "Delay between an event and the sending of its mail",
                DELAYS,
            ),
            waiting: metrics.gauges("storefront_mail_waiting", "Waiting mails, counted up to 10000"),
            age: metrics.seconds_gauges("storefront_mail_waiting_age", "Age of the oldest waiting mail"),
        }
    }

    /// Records an attempt to send a mail.
    pub(crate) fn record_attempt<T>(&self, result: &Result<T, SendError>) {
        let outcome = match result {
            Ok(_) => "sent",
            Err(SendError::Transient(_) | SendError::ServerUnavailable(_)) => "put_off",
            Err(SendError::Permanent(_)) => "given_up",
            Err(SendError::RecipientLimit | SendError::DeliveryLimit) => "limited",
            Err(SendError::ShopLimit) => "collected",
            Err(SendError::NoRecipient) => "no_recipient",
            Err(SendError::OutOfDate) => "out_of_date",
        };
        self.attempts.get_or_create_owned(&label(outcome)).inc();
    }

    /// Records the delay between the insertion and the sending of a mail.
    pub(crate) fn record_delay(&self, delay: Duration) {
        self.delay.observe(&[], delay);
    }

    /// Samples the waiting mails until cancelled.
    pub(crate) async fn sample(self, pool: PgPool, stop: CancellationToken) {
        kit::periodic::run("sample of waiting mails", INTERVAL, stop, async || {
            let backlog = backlog(&pool).await?;
            self.waiting.get_or_create_owned(&[]).set(backlog.mails);
            self.age.get_or_create_owned(&[]).set(backlog.age.as_secs_f64());
            Ok::<_, sqlx::Error>(())
        })
        .await;
    }
}

fn label(outcome: &'static str) -> kit::metrics::Labels<1> {
    [("outcome", outcome.into())]
}

async fn backlog(pool: &PgPool) -> Result<store::Backlog, sqlx::Error> {
    store::backlog(&mut *pool.acquire().await?).await
}

#[cfg(test)]
mod tests {
    use testkit::eventually;

    use super::*;
    use crate::testing::Fixture;

    #[test]
    fn counts_mails_above_the_limit_of_their_recipient() {
        let metrics = NotificationMetrics::new(&Metrics::new("notification"));
        metrics.record_attempt::<()>(&Err(SendError::RecipientLimit));
        assert_eq!(metrics.attempts.get_or_create_owned(&label("limited")).get(), 1);
        assert_eq!(metrics.attempts.get_or_create_owned(&label("given_up")).get(), 0);
    }

    #[tokio::test]
    async fn samples_the_backlog_while_the_smtp_server_is_unavailable() {
        let mut fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture.smtp.stop().await;
        fixture.register(leyla).await;
        eventually("the mail waits", || async {
            let backlog = backlog(fixture.harness.pool()).await.unwrap();
            (backlog.mails == 1 && backlog.age > Duration::ZERO).then_some(())
        })
        .await;
        fixture.smtp.restart().await;
        fixture.wait_until_sent().await;
        let backlog = backlog(fixture.harness.pool()).await.unwrap();
        assert_eq!((backlog.mails, backlog.age), (0, Duration::ZERO));
    }
}
