//! Sends what is due: takes a mail, writes its letter, hands it to the post, and says what became of it.

use std::{sync::Arc, time::Duration};

use kit::{failure::error_chain, telemetry::propagation};
use sqlx::PgPool;
use tokio::{task::JoinSet, time::Instant};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::{
    config::PostSettings,
    mail::{Setback, Taken, wait},
    message::Envelopes,
    metrics::NotificationMetrics,
    post::{Lane, Post},
    store,
    writer::Writer,
};

/// How long to wait before what became of a mail is written down again.
const AGAIN: Duration = Duration::from_millis(500);

/// What sending stands on.
pub(crate) struct Sender {
    pub(crate) pool: PgPool,
    pub(crate) writer: Writer,
    pub(crate) envelopes: Envelopes,
    pub(crate) post: Post,
    pub(crate) settings: PostSettings,
    pub(crate) metrics: NotificationMetrics,
}

/// Sends until it is cancelled, on several lanes beside each other. What was begun is finished.
pub(crate) async fn run(sender: Sender, stop: CancellationToken) {
    let sender = Arc::new(sender);
    let mut lanes = JoinSet::new();
    for _ in 0..sender.settings.mail_lanes {
        lanes.spawn(lane(sender.clone(), stop.clone()));
    }
    while let Some(ended) = lanes.join_next().await {
        // A lane that has died ends all, and with them the process, which is started again.
        if ended.is_err() {
            return;
        }
    }
}

async fn lane(sender: Arc<Sender>, stop: CancellationToken) {
    let mut lane = sender.post.lane();
    while !stop.is_cancelled() {
        match sender.take().await {
            Ok(Some(mail)) => sender.handle(&mut lane, &mail).await,
            outcome => {
                if let Err(error) = outcome {
                    tracing::warn!(error = error_chain(&error), "mail waits: the database is away");
                }
                lane.rest().await;
                tokio::select! {
                    () = tokio::time::sleep(sender.settings.look()) => {}
                    () = stop.cancelled() => {}
                }
            }
        }
    }
}

impl Sender {
    async fn take(&self) -> Result<Option<Taken>, sqlx::Error> {
        store::take(&mut *self.pool.acquire().await?).await
    }

    /// Sends a mail that was taken, as part of the trace of what it tells of.
    async fn handle(&self, lane: &mut Lane, mail: &Taken) {
        let taken_at = Instant::now();
        let span = tracing::info_span!(
            "send mail",
            otel.name = format!("send mail {}", mail.kind),
            otel.kind = "producer",
            mail.id = %mail.id,
            mail.kind = mail.kind,
            trace_id = tracing::field::Empty,
        );
        propagation::continue_trace(&span, mail.traceparent.as_deref());
        async {
            let outcome = self.attempt(lane, mail).await;
            self.metrics.tried(&outcome);
            match &outcome {
                Ok(()) => tracing::info!(kind = mail.kind, attempts = mail.attempt, "mail sent"),
                Err(Setback::NotNow(reason)) => {
                    tracing::warn!(mail = %mail.id, kind = mail.kind, attempts = mail.attempt, reason, "mail waits");
                }
                Err(Setback::Never(reason)) => {
                    tracing::error!(mail = %mail.id, kind = mail.kind, reason, "mail given up");
                }
            }
            // Unsaid, it would be sent again: said until it is written down or the mail is another one's.
            while let Err(error) = self.say(mail, &outcome).await {
                tracing::warn!(mail = %mail.id, error = error_chain(&error), "what became of a mail is not written down yet");
                if taken_at.elapsed() > store::LEASE {
                    return;
                }
                tokio::time::sleep(AGAIN).await;
            }
        }
        .instrument(span)
        .await;
    }

    async fn attempt(&self, lane: &mut Lane, mail: &Taken) -> Result<(), Setback> {
        let written = self.writer.write(mail.occasion).await?;
        let message = self.envelopes.message(mail.event, &mail.kind, &written)?;
        lane.send(&format!("{}.{}", mail.event, mail.kind), &message)
            .await
    }

    /// Writes down what became of a mail.
    async fn say(&self, mail: &Taken, outcome: &Result<(), Setback>) -> Result<(), sqlx::Error> {
        let mut connection = self.pool.acquire().await?;
        match outcome {
            Ok(()) => {
                if let Some(after) = store::set_sent(&mut connection, mail).await? {
                    self.metrics.sent(after);
                }
                Ok(())
            }
            Err(Setback::Never(reason)) => store::set_failed(&mut connection, mail, reason).await,
            Err(Setback::NotNow(reason)) => {
                let wait = wait(mail.attempt, self.settings.longest_wait(), rand::random());
                store::put_off(&mut connection, mail, reason, wait).await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kit::domain::UserId;
    use testkit::eventually;

    use crate::testing::Fixture;

    #[tokio::test]
    async fn a_mail_server_that_is_away_delays_and_loses_nothing() {
        let mut fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        fixture.smtp.stop().await;
        for _ in 0..5 {
            fixture.greet(leyla).await;
        }
        eventually("every mail has met the closed door", || async {
            (fixture.reasons().await.len() == 5).then_some(())
        })
        .await;
        assert!(
            fixture
                .kinds()
                .await
                .iter()
                .all(|state| state == "welcome waiting")
        );
        fixture.smtp.restart().await;
        fixture.all_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 5);
        assert_eq!(fixture.reasons().await, Vec::<String>::new());
    }

    #[tokio::test]
    async fn a_recipient_that_is_refused_for_good_ends_the_mail_without_its_address() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        fixture.smtp.reject_recipient(
            "leyla@example.com",
            "550 5.1.1 <leyla@example.com>: no such mailbox",
        );
        fixture.greet(leyla).await;
        fixture.all_ended().await;
        assert_eq!(fixture.kinds().await, ["welcome failed"]);
        assert_eq!(
            fixture.reasons().await,
            ["the mail server refused the recipient: 550 5.1.1"]
        );
    }

    #[tokio::test]
    async fn a_recipient_that_is_refused_for_now_gets_the_mail_later() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        fixture
            .smtp
            .reject_recipient("leyla@example.com", "451 4.7.1 come back later");
        fixture.greet(leyla).await;
        let reason = eventually("the mail was put off", || async { fixture.reasons().await.pop() }).await;
        assert_eq!(reason, "the mail server refused the recipient: 451 4.7.1");
        fixture.smtp.accept_recipient("leyla@example.com");
        fixture.all_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 1);
    }

    /// That the server does not want this shop says nothing about the recipient.
    #[tokio::test]
    async fn a_shop_that_is_refused_tries_on() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        fixture.smtp.reject_senders(Some("550 5.7.1 not from here"));
        fixture.greet(leyla).await;
        eventually("it was refused twice", || async {
            (fixture.smtp.connections() >= 2).then_some(())
        })
        .await;
        assert_eq!(fixture.kinds().await, ["welcome waiting"]);
        fixture.smtp.reject_senders(None);
        fixture.all_sent().await;
    }

    #[tokio::test]
    async fn a_letter_that_is_refused_for_good_ends_the_mail() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        fixture
            .smtp
            .reject_data(Some("554 5.6.0 we do not like its words"));
        fixture.greet(leyla).await;
        fixture.all_ended().await;
        assert_eq!(
            fixture.reasons().await,
            ["the mail server refused the message: 554 5.6.0"]
        );
        assert_eq!(fixture.smtp.mails().len(), 0);
    }

    /// The one double that SMTP cannot avoid can be told by its id.
    #[tokio::test]
    async fn a_letter_whose_answer_was_lost_comes_again_under_the_same_id() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        fixture.smtp.drop_next_reply();
        fixture.greet(leyla).await;
        fixture.all_sent().await;
        let ids: Vec<_> = fixture
            .smtp
            .mails()
            .iter()
            .map(|letter| letter.header("Message-ID"))
            .collect();
        assert_eq!(ids.len(), 2);
        assert_eq!(ids[0], ids[1]);
    }

    #[tokio::test]
    async fn owners_that_are_away_delay_and_lose_nothing() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        fixture.peers.set_away(true);
        fixture.greet(leyla).await;
        let reason = eventually("the mail was put off", || async { fixture.reasons().await.pop() }).await;
        assert!(reason.starts_with("the accounts: "), "{reason}");
        fixture.peers.set_away(false);
        fixture.all_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 1);
    }

    #[tokio::test]
    async fn two_replicas_send_each_mail_once_over_few_connections() {
        let mut fixture = Fixture::start().await;
        fixture.start_another().await;
        fixture.smtp.stop().await;
        let users: Vec<UserId> = (0..30)
            .map(|number| fixture.peers.user(&format!("user{number}@example.com"), "en"))
            .collect();
        for user in users {
            fixture
                .harness
                .deliver(&proto::account::v1::Registered {
                    user_id: user.to_string(),
                    already_registered: false,
                })
                .await;
        }
        fixture.harness.wait_until_idle().await;
        fixture.smtp.restart().await;
        fixture.all_sent().await;
        let mut recipients: Vec<_> = fixture.smtp.mails().into_iter().map(|letter| letter.to).collect();
        assert_eq!(recipients.len(), 30);
        recipients.sort();
        recipients.dedup();
        assert_eq!(recipients.len(), 30);
        // Two lanes each.
        assert!(fixture.smtp.connections() <= 4, "{}", fixture.smtp.connections());
    }

    #[tokio::test]
    async fn a_mail_that_a_killed_process_had_taken_is_sent_when_its_time_is_over() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "en");
        fixture.peers.set_away(true);
        fixture.greet(leyla).await;
        eventually("the mail was put off", || async { fixture.reasons().await.pop() }).await;
        sqlx::query("update mail set taken_until = now() + interval '1 hour', next_attempt_at = now()")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        fixture.peers.set_away(false);
        // It belongs to another one: a later mail overtakes it.
        let rashad = fixture.peers.user("rashad@example.com", "en");
        fixture.greet(rashad).await;
        eventually("the later mail is sent", || async {
            (fixture.smtp.mails().len() == 1).then_some(())
        })
        .await;
        assert_eq!(fixture.smtp.mails()[0].to, "rashad@example.com");
        sqlx::query("update mail set taken_until = now() where state = 'waiting'")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        fixture.all_sent().await;
        assert_eq!(fixture.letter_to("leyla@example.com").to, "leyla@example.com");
    }
}
