//! The mail in numbers, for those who run the shop.

use std::time::Duration;

use kit::metrics::{Counters, DurationHistograms, Gauges, Metrics, SecondsGauges};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{mail::Setback, store};

/// How often waiting mail is looked at.
const INTERVAL: Duration = Duration::from_secs(5);

/// Upper bounds for how long a mail was on its way, in seconds: from at once to a day.
const DELAYS: &[f64] = &[
    1.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1_800.0, 3_600.0, 14_400.0, 86_400.0,
];

/// See the module.
#[derive(Clone)]
pub(crate) struct NotificationMetrics {
    attempts: Counters<1>,
    delay: DurationHistograms<0>,
    waiting: Gauges<0>,
    age: SecondsGauges<0>,
}

impl NotificationMetrics {
    /// Shown among what the process measures.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let attempts = metrics.counters("storefront_mail_attempts", "Tries to send a mail");
        for outcome in ["sent", "put_off", "given_up"] {
            let _ = attempts.get_or_create_owned(&label(outcome));
        }
        Self {
            attempts,
            delay: metrics.duration_histograms(
                "storefront_mail_delay",
                "From what a mail tells of to its sending",
                DELAYS,
            ),
            waiting: metrics.gauges("storefront_mail_waiting", "Mails that wait, counted up to 10000"),
            age: metrics.seconds_gauges("storefront_mail_waiting_age", "How long the oldest of them waits"),
        }
    }

    /// A mail was tried.
    pub(crate) fn tried(&self, outcome: &Result<(), Setback>) {
        let outcome = match outcome {
            Ok(()) => "sent",
            Err(Setback::NotNow(_)) => "put_off",
            Err(Setback::Never(_)) => "given_up",
        };
        self.attempts.get_or_create_owned(&label(outcome)).inc();
    }

    /// A mail is with the mail server, so long after it was written down.
    pub(crate) fn sent(&self, after: Duration) {
        self.delay.observe(&[], after);
    }

    /// Looks at waiting mail until it is cancelled.
    pub(crate) async fn keep(self, pool: PgPool, stop: CancellationToken) {
        loop {
            match backlog(&pool).await {
                Ok(backlog) => {
                    self.waiting.get_or_create_owned(&[]).set(backlog.mails);
                    self.age.get_or_create_owned(&[]).set(backlog.age.as_secs_f64());
                }
                Err(error) => {
                    tracing::debug!(
                        error = kit::failure::error_chain(&error),
                        "waiting mail was not looked at"
                    );
                }
            }
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = stop.cancelled() => return,
            }
        }
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

    #[tokio::test]
    async fn mail_waits_while_the_server_is_away_and_then_no_more() {
        let mut fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        fixture.smtp.stop().await;
        fixture.greet(leyla).await;
        eventually("the mail waits", || async {
            let backlog = backlog(fixture.harness.pool()).await.unwrap();
            (backlog.mails == 1 && backlog.age > Duration::ZERO).then_some(())
        })
        .await;
        fixture.smtp.restart().await;
        fixture.all_sent().await;
        let backlog = backlog(fixture.harness.pool()).await.unwrap();
        assert_eq!((backlog.mails, backlog.age), (0, Duration::ZERO));
    }
}
