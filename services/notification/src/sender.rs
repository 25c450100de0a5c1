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
                    let pause = retry_delay(session.failures(), longest, rand::random());
                    stop.run_until_cancelled(tokio::time::sleep(pause)).await;
                }
            }
            result => {
                if let Err(error) = result {
                    tracing::warn!(error = error_chain(&error), "claiming mails failed, retrying");
                }
                session.close_if_idle().await;
                stop.run_until_cancelled(tokio::time::sleep(sender.settings.poll_interval()))
                    .await;
            }
        }
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
mod tests;
