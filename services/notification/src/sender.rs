//! Sends due mails: claims the mails of an event, composes and delivers each, and records the outcome.

use std::{sync::Arc, time::Duration};

use kit::{failure::error_chain, telemetry::propagation};
use sqlx::PgPool;
use tokio::{task::JoinSet, time::Instant};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::{
    composer::{Composer, Loaded, Recipient},
    config::TransportSettings,
    mail::{ClaimedMail, DigestEntry, MailKind, SendError, retry_delay},
    message::MessageBuilder,
    metrics::NotificationMetrics,
    notice::{About, NoticeKind},
    recipient_limit::RecipientLimits,
    store,
    transport::{Session, Transport},
};

/// Longest pause of a worker that met a mail server which takes no mail. Without it each waiting mail would be composed for each of
/// its attempts, which asks the other services.
const MAX_PAUSE: Duration = Duration::from_secs(15);

/// Delay before recording an outcome is retried.
const RECORD_RETRY_DELAY: Duration = Duration::from_millis(500);

/// The dependencies of the workers.
pub(crate) struct Sender {
    pub(crate) pool: PgPool,
    pub(crate) composer: Composer,
    pub(crate) message_builder: MessageBuilder,
    pub(crate) transport: Transport,
    pub(crate) settings: TransportSettings,
    pub(crate) recipient_limits: RecipientLimits,
    pub(crate) metrics: NotificationMetrics,
}

/// Sends with several workers until cancelled; finishes mails in progress.
pub(crate) async fn run(sender: Sender, stop: CancellationToken) {
    let sender = Arc::new(sender);
    let mut workers = JoinSet::new();
    for _ in 0..sender.settings.mail_lanes {
        workers.spawn(work(sender.clone(), stop.clone()));
    }
    while let Some(result) = workers.join_next().await {
        // A panicking worker ends the task, which ends the process.
        if result.is_err() {
            return;
        }
    }
}

async fn work(sender: Arc<Sender>, stop: CancellationToken) {
    let mut session = sender.transport.session();
    while !stop.is_cancelled() {
        match sender.claim().await {
            Ok(mails) if !mails.is_empty() => {
                if sender.process(&mut session, &mails, &stop).await == MailServer::Unavailable {
                    let longest = MAX_PAUSE.min(sender.settings.max_retry_delay());
                    pause(retry_delay(session.failures(), longest, rand::random()), &stop).await;
                }
            }
            result => {
                if let Err(error) = result {
                    tracing::warn!(error = error_chain(&error), "claiming mails failed, retrying");
                }
                session.close_if_idle().await;
                pause(sender.settings.poll_interval(), &stop).await;
            }
        }
    }
}

/// Waits for a duration, or until cancelled.
async fn pause(duration: Duration, stop: &CancellationToken) {
    tokio::select! {
        () = tokio::time::sleep(duration) => {}
        () = stop.cancelled() => {}
    }
}

/// The mail server as an attempt met it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MailServer {
    /// It answered, or was not needed.
    Available,
    /// It takes no mail.
    Unavailable,
}

impl Sender {
    async fn claim(&self) -> Result<Vec<ClaimedMail>, sqlx::Error> {
        store::claim(&mut *self.pool.acquire().await?).await
    }

    /// Sends the claimed mails of an event. Releases those that remain when the service stops, half of the lease is over, or the
    /// mail server takes no mail.
    async fn process(
        &self,
        session: &mut Session,
        mails: &[ClaimedMail],
        stop: &CancellationToken,
    ) -> MailServer {
        let claimed_at = Instant::now();
        let mut loaded = Loaded::default();
        let mut server = MailServer::Available;
        for mail in mails {
            let is_stopped = stop.is_cancelled() || claimed_at.elapsed() > store::LEASE / 2;
            if is_stopped || server == MailServer::Unavailable {
                // Otherwise the lease ends.
                let _ = self.release(mail).await;
            } else {
                server = self.process_mail(session, mail, &mut loaded, claimed_at).await;
            }
        }
        server
    }

    async fn release(&self, mail: &ClaimedMail) -> Result<(), sqlx::Error> {
        store::release(&mut *self.pool.acquire().await?, mail).await
    }

    /// Sends a claimed mail, in the trace of its event.
    async fn process_mail(
        &self,
        session: &mut Session,
        mail: &ClaimedMail,
        loaded: &mut Loaded,
        claimed_at: Instant,
    ) -> MailServer {
        let span = tracing::info_span!(
            "send mail",
            otel.name = format!("send mail {}", mail.kind_name),
            otel.kind = "producer",
            mail.id = %mail.id,
            mail.kind = mail.kind_name,
            trace_id = tracing::field::Empty,
        );
        propagation::continue_trace(&span, mail.traceparent.as_deref());
        async {
            let result = self.send(session, mail, loaded).await;
            self.metrics.record_attempt(&result);
            match &result {
                Ok(_) => tracing::info!(kind = mail.kind_name, attempts = mail.attempt, "mail sent"),
                Err(SendError::Transient(reason) | SendError::ServerUnavailable(reason)) => {
                    tracing::warn!(mail = %mail.id, kind = mail.kind_name, attempts = mail.attempt, reason, "mail delayed");
                }
                Err(SendError::Permanent(reason)) => {
                    tracing::error!(mail = %mail.id, kind = mail.kind_name, reason, "mail failed");
                }
                Err(SendError::NoRecipient) => {
                    tracing::info!(kind = mail.kind_name, "mail dropped, the customer has no e-mail");
                }
                Err(SendError::OutOfDate) => {
                    tracing::info!(kind = mail.kind_name, "mail dropped, its record has changed");
                }
                Err(SendError::ShopLimit) => {
                    tracing::warn!(mail = %mail.id, kind = mail.kind_name, "the shop's limit is reached, the mail goes into a digest");
                }
                Err(error @ (SendError::RecipientLimit | SendError::DeliveryLimit)) => {
                    tracing::warn!(mail = %mail.id, kind = mail.kind_name, %error, "mail failed, a limit is reached");
                }
            }
            // Retries until the outcome is recorded or another worker may hold the mail; otherwise it would be sent twice.
            while let Err(error) = self.record(mail, &result).await {
                tracing::warn!(mail = %mail.id, error = error_chain(&error), "recording the outcome of a mail failed, retrying");
                if claimed_at.elapsed() > store::LEASE {
                    break;
                }
                tokio::time::sleep(RECORD_RETRY_DELAY).await;
            }
            match result {
                Err(SendError::ServerUnavailable(_)) => MailServer::Unavailable,
                _ => MailServer::Available,
            }
        }
        .instrument(span)
        .await
    }

    async fn send(
        &self,
        session: &mut Session,
        mail: &ClaimedMail,
        loaded: &mut Loaded,
    ) -> Result<Recipient, SendError> {
        let composed = match mail.kind {
            MailKind::ShopDigest { digest } => Ok(self.composer.shop_digest(&self.digest(digest).await?)),
            MailKind::StaffNotices { user, batch } => {
                let notices = self.notices(batch).await?;
                self.composer.staff_notices(user, notices).await
            }
            kind => self.composer.compose(kind, loaded).await,
        };
        if let Some(number) = loaded.quote_of_offer() {
            self.set_quote_number(mail, number).await?;
        }
        let outgoing = composed?;
        self.check_limits(mail.kind, &outgoing.recipient).await?;
        let message = self
            .message_builder
            .build(mail.event, &mail.kind_name, &outgoing)?;
        session
            .send(&format!("{}.{}", mail.event, mail.kind_name), &message)
            .await?;
        Ok(outgoing.recipient)
    }

    /// Stores the number of the quote, which the events of offers do not carry.
    async fn set_quote_number(&self, mail: &ClaimedMail, number: &str) -> Result<(), SendError> {
        let failed = |_| SendError::Transient("the number of the quote cannot be stored".to_owned());
        let mut connection = self.pool.acquire().await.map_err(failed)?;
        store::set_quote_number(&mut connection, mail, number)
            .await
            .map_err(failed)
    }

    /// Returns the forms of a digest.
    async fn digest(&self, digest: Uuid) -> Result<Vec<DigestEntry>, SendError> {
        let failed = |_| SendError::Transient("the forms of the digest cannot be read".to_owned());
        let mut connection = self.pool.acquire().await.map_err(failed)?;
        store::digest::entries(&mut connection, digest)
            .await
            .map_err(failed)
    }

    /// Returns the unread notices of a mail.
    async fn notices(&self, batch: Uuid) -> Result<Vec<(NoticeKind, About)>, SendError> {
        let failed = |_| SendError::Transient("the notices cannot be read".to_owned());
        let mut connection = self.pool.acquire().await.map_err(failed)?;
        store::notice::of_batch(&mut connection, batch)
            .await
            .map_err(failed)
    }

    /// Checks the limits of a mail.
    async fn check_limits(&self, kind: MailKind, recipient: &Recipient) -> Result<(), SendError> {
        let limits = self.recipient_limits.of(kind, recipient);
        if limits.is_empty() {
            return Ok(());
        }
        let unknown = |_| SendError::Transient("the limits of the recipient are unknown".to_owned());
        let mut connection = self.pool.acquire().await.map_err(unknown)?;
        let result = self.recipient_limits.check(&mut connection, &limits).await;
        result.map_err(unknown)?
    }

    /// Records the outcome of an attempt.
    async fn record(
        &self,
        mail: &ClaimedMail,
        result: &Result<Recipient, SendError>,
    ) -> Result<(), sqlx::Error> {
        match result {
            Ok(recipient) => {
                let limits = self.recipient_limits.of(mail.kind, recipient);
                let mut transaction = kit::database::begin(&self.pool).await?;
                let delay = store::set_sent(&mut transaction, mail).await?;
                if delay.is_some() && !limits.is_empty() {
                    RecipientLimits::count(&mut transaction, &limits).await?;
                }
                transaction.commit().await?;
                if let Some(delay) = delay {
                    self.metrics.record_delay(delay);
                }
                Ok(())
            }
            Err(SendError::ShopLimit) => {
                let mut transaction = kit::database::begin(&self.pool).await?;
                store::digest::collect(&mut transaction, mail).await?;
                transaction.commit().await
            }
            Err(SendError::NoRecipient | SendError::OutOfDate) => {
                store::delete(&mut *self.pool.acquire().await?, mail).await
            }
            Err(error @ (SendError::Permanent(_) | SendError::RecipientLimit | SendError::DeliveryLimit)) => {
                let mut transaction = kit::database::begin(&self.pool).await?;
                store::set_failed(&mut transaction, mail, &error.to_string()).await?;
                transaction.commit().await
            }
            Err(SendError::Transient(reason) | SendError::ServerUnavailable(reason)) => {
                let delay = retry_delay(mail.attempt, self.settings.max_retry_delay(), rand::random());
                store::reschedule(&mut *self.pool.acquire().await?, mail, reason, delay).await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kit::domain::UserId;
    use testkit::eventually;
    use tokio::time::Instant;

    use crate::testing::{Fixture, registered};

    #[tokio::test]
    async fn sends_all_mails_after_the_smtp_server_is_back() {
        let mut fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture.smtp.stop().await;
        for _ in 0..5 {
            fixture.register(leyla).await;
        }
        eventually("every mail had a failed attempt", || async {
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
        fixture.wait_until_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 5);
        assert_eq!(fixture.reasons().await, Vec::<String>::new());
    }

    const MAILS: usize = 30;

    /// Creates mails while the mail server takes none, and checks that the attempts do not multiply with them.
    async fn check_attempts_without_mail_server(fixture: &Fixture) {
        let started = Instant::now();
        for number in 0..MAILS {
            let user = fixture.fakes.user(&format!("user{number}@example.com"), "en");
            fixture.harness.deliver(&registered(user)).await;
        }
        fixture.harness.wait_until_idle().await;
        // Time for two attempts of each mail.
        tokio::time::sleep(Duration::from_secs(2)).await;
        let attempts: i64 = sqlx::query_scalar("select sum(attempts) from mail")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        // Each of the two workers pauses for half a second at least.
        let most = 2 * (1 + started.elapsed().as_millis() / 500);
        let attempts = u128::try_from(attempts).unwrap();
        assert!(
            (1..=most).contains(&attempts),
            "{attempts} attempts, at most {most}"
        );
    }

    #[tokio::test]
    async fn attempts_do_not_multiply_with_the_mails_that_wait_for_the_smtp_server() {
        let mut fixture = Fixture::start().await;
        fixture.smtp.stop().await;
        check_attempts_without_mail_server(&fixture).await;
        fixture.smtp.restart().await;
        fixture.wait_until_sent().await;
        assert_eq!(fixture.smtp.mails().len(), MAILS);
    }

    #[tokio::test]
    async fn attempts_do_not_multiply_while_the_smtp_server_closes() {
        let fixture = Fixture::start().await;
        fixture.smtp.reject_data(Some("421 4.3.2 closing"));
        check_attempts_without_mail_server(&fixture).await;
        fixture.smtp.reject_data(None);
        fixture.wait_until_sent().await;
    }

    #[tokio::test]
    async fn permanent_recipient_rejection_fails_the_mail_without_storing_the_address() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture.smtp.reject_recipient(
            "leyla@example.com",
            "550 5.1.1 <leyla@example.com>: no such mailbox",
        );
        fixture.register(leyla).await;
        fixture.wait_until_ended().await;
        assert_eq!(fixture.kinds().await, ["welcome failed"]);
        assert_eq!(
            fixture.reasons().await,
            ["the mail server refused the recipient: 550 5.1.1"]
        );
    }

    #[tokio::test]
    async fn transient_recipient_rejection_is_retried() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture
            .smtp
            .reject_recipient("leyla@example.com", "451 4.7.1 come back later");
        fixture.register(leyla).await;
        let reason = eventually("the mail is delayed", || async { fixture.reasons().await.pop() }).await;
        assert_eq!(reason, "the mail server refused the recipient: 451 4.7.1");
        fixture.smtp.accept_recipient("leyla@example.com");
        fixture.wait_until_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 1);
    }

    #[tokio::test]
    async fn retries_when_the_sender_is_rejected() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture.smtp.reject_senders(Some("550 5.7.1 not from here"));
        fixture.register(leyla).await;
        eventually("two attempts were made", || async {
            (fixture.smtp.connections() >= 2).then_some(())
        })
        .await;
        assert_eq!(fixture.kinds().await, ["welcome waiting"]);
        fixture.smtp.reject_senders(None);
        fixture.wait_until_sent().await;
    }

    #[tokio::test]
    async fn permanent_content_rejection_fails_the_mail() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture
            .smtp
            .reject_data(Some("554 5.6.0 we do not like its words"));
        fixture.register(leyla).await;
        fixture.wait_until_ended().await;
        assert_eq!(
            fixture.reasons().await,
            ["the mail server refused the message: 554 5.6.0"]
        );
        assert_eq!(fixture.smtp.mails().len(), 0);
    }

    #[tokio::test]
    async fn resends_with_the_same_message_id_after_a_lost_reply() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture.smtp.drop_next_reply();
        fixture.register(leyla).await;
        fixture.wait_until_sent().await;
        let ids: Vec<_> = fixture
            .smtp
            .mails()
            .iter()
            .map(|mail| mail.header("Message-ID"))
            .collect();
        assert_eq!(ids.len(), 2);
        assert_eq!(ids[0], ids[1]);
    }

    #[tokio::test]
    async fn sends_after_unavailable_services_are_back() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture.fakes.set_unavailable(true);
        fixture.register(leyla).await;
        let reason = eventually("the mail is delayed", || async { fixture.reasons().await.pop() }).await;
        assert!(reason.starts_with("the accounts: "), "{reason}");
        fixture.fakes.set_unavailable(false);
        fixture.wait_until_sent().await;
        assert_eq!(fixture.smtp.mails().len(), 1);
    }

    #[tokio::test]
    async fn two_replicas_send_each_mail_once_over_one_connection_per_worker() {
        let mut fixture = Fixture::start().await;
        fixture.start_replica().await;
        fixture.smtp.stop().await;
        let users: Vec<UserId> = (0..30)
            .map(|number| fixture.fakes.user(&format!("user{number}@example.com"), "en"))
            .collect();
        for user in users {
            fixture.harness.deliver(&registered(user)).await;
        }
        fixture.harness.wait_until_idle().await;
        fixture.smtp.restart().await;
        fixture.wait_until_sent().await;
        let mut recipients: Vec<_> = fixture.smtp.mails().into_iter().map(|mail| mail.to).collect();
        assert_eq!(recipients.len(), 30);
        recipients.sort();
        recipients.dedup();
        assert_eq!(recipients.len(), 30);
        // Two workers each.
        assert!(fixture.smtp.connections() <= 4, "{}", fixture.smtp.connections());
    }

    #[tokio::test]
    async fn sends_a_mail_of_a_killed_process_after_its_lease() {
        let fixture = Fixture::start().await;
        let leyla = fixture.fakes.user("leyla@example.com", "en");
        fixture.fakes.set_unavailable(true);
        fixture.register(leyla).await;
        eventually("the mail is delayed", || async { fixture.reasons().await.pop() }).await;
        sqlx::query("update mail set taken_until = now() + interval '1 hour', next_attempt_at = now()")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        fixture.fakes.set_unavailable(false);
        // While it is claimed, a later mail is sent first.
        let rashad = fixture.fakes.user("rashad@example.com", "en");
        fixture.register(rashad).await;
        eventually("the later mail is sent", || async {
            (fixture.smtp.mails().len() == 1).then_some(())
        })
        .await;
        assert_eq!(fixture.smtp.mails()[0].to, "rashad@example.com");
        sqlx::query("update mail set taken_until = now() where state = 'waiting'")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        fixture.wait_until_sent().await;
        assert_eq!(fixture.mail_to("leyla@example.com").to, "leyla@example.com");
    }
}
