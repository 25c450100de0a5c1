//! Sends push messages of notices to the browsers of the staff.
//!
//! A message has the kind and the record of a notice, and nothing of a customer. The browser's push service reads not even
//! that: the message is encrypted for the browser.

mod message;
mod transport;

use std::time::Duration;

use kit::failure::error_chain;
use serde_json::json;
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

pub(crate) use self::{
    message::{InvalidPushKey, PushKey},
    transport::{Allowed, Outcome, PushTransport},
};
use crate::{
    clients::{PushClient, PushSubscription, TeamClient},
    mail::{SendError, retry_delay},
    store::push::{self, ClaimedNotice},
};

/// Time for which a push service keeps a message for a browser that is away, and after which a notice is no longer pushed.
const LIFETIME: Duration = Duration::from_hours(4);

/// Interval between polls for due notices.
const INTERVAL: Duration = Duration::from_secs(1);

/// Maximum number of notices of a poll.
const BATCH_SIZE: i64 = 20;

/// Maximum delay before an attempt is repeated.
const MAX_DELAY: Duration = Duration::from_mins(5);

/// The dependencies of the sender.
pub(crate) struct PushSender {
    pub(crate) pool: PgPool,
    pub(crate) team: TeamClient,
    pub(crate) subscriptions: PushClient,
    pub(crate) transport: PushTransport,
}

/// Sends until cancelled.
pub(crate) async fn run(sender: PushSender, stop: CancellationToken) {
    kit::periodic::run("push messages", INTERVAL, stop, || sender.send_due()).await;
}

impl PushSender {
    /// Sends the notices that are due.
    async fn send_due(&self) -> Result<(), sqlx::Error> {
        let notices = push::claim(&mut *self.pool.acquire().await?, BATCH_SIZE).await?;
        for mut notice in notices {
            let retry_after = self.send(&mut notice, kit::clock::now()).await;
            push::record(&mut *self.pool.acquire().await?, &notice, retry_after).await?;
        }
        Ok(())
    }

    /// Sends a notice to the browsers that have not got it, and returns the delay before another attempt, if one is needed.
    async fn send(&self, notice: &mut ClaimedNotice, now: OffsetDateTime) -> Option<Duration> {
        if now - notice.at > LIFETIME {
            return None;
        }
        match self.send_to_all(notice).await {
            Ok(None) => None,
            Ok(Some(delay)) => Some(delay.max(backoff(notice))),
            Err(error) => {
                tracing::warn!(notice = %notice.id, error = error_chain(&error), "push message delayed");
                Some(backoff(notice))
            }
        }
    }

    async fn send_to_all(&self, notice: &mut ClaimedNotice) -> Result<Option<Duration>, SendError> {
        let Some(member) = self.team.member(notice.staff).await? else {
            return Ok(None);
        };
        if !member.mailed.contain(notice.kind) {
            return Ok(None);
        }
        let payload = json!({"kind": notice.kind, "number": notice.number, "offer": notice.offer});
        let payload = payload.to_string();
        let mut retry_after = None;
        for subscription in self.subscriptions.list(notice.staff).await? {
            if notice.pushed.contains(&subscription.id) {
                continue;
            }
            match self.push(notice, &subscription, payload.as_bytes()).await {
                Outcome::Sent => notice.pushed.push(subscription.id),
                Outcome::Gone => self.subscriptions.end(subscription.id).await?,
                Outcome::Refused(reason) => {
                    tracing::error!(notice = %notice.id, reason, "push message refused");
                    notice.pushed.push(subscription.id);
                }
                Outcome::Delayed(reason, delay) => {
                    tracing::warn!(notice = %notice.id, reason, "push message delayed");
                    retry_after = retry_after.max(Some(delay));
                }
            }
        }
        Ok(retry_after)
    }

    async fn push(&self, notice: &ClaimedNotice, subscription: &PushSubscription, payload: &[u8]) -> Outcome {
        // A later message about the record replaces one that the browser has not got yet.
        let topic = message::topic(&format!("{} {}", notice.kind, notice.number));
        self.transport.send(subscription, payload, &topic, LIFETIME).await
    }
}

fn backoff(notice: &ClaimedNotice) -> Duration {
    retry_delay(notice.attempt, MAX_DELAY, rand::random())
}

#[cfg(test)]
mod tests;
