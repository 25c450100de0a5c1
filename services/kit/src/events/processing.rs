//! Handling of the messages that a consumer received: one transaction for each, or for a batch.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use async_nats::jetstream::{AckKind, Message};
use futures::StreamExt as _;
use sqlx::PgPool;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::{
    dead_letters,
    delivery::{ACK_WAIT, Delivery},
    handler::{BatchedMessage, Consumer, HandlerError},
};
use crate::{
    database::{self, Transaction},
    domain::EventId,
    failure::error_chain,
    metrics::Metrics,
};

/// Number of rejections after which an event is dead-lettered. Outages do not count.
const MAX_REJECTIONS: i32 = 5;

/// Maximum events that one consumer handles concurrently.
pub(super) const CONCURRENCY: usize = 4;

/// Maximum events that one transaction of a batched consumer handles.
pub(super) const MAX_BATCH: usize = 32;

/// Maximum duration of `BEGIN`, which no timeout of the database bounds if the network is partitioned.
const BEGIN_TIMEOUT: Duration = Duration::from_secs(6);

/// Maximum duration of the transaction of a batch. The rest of [`ACK_WAIT`] is for handling its events one by one.
const BATCH_TIMEOUT: Duration = Duration::from_secs(ACK_WAIT.as_secs() / 3);

/// Time since the start of a batch after which none of its events is started. A statement lasts at most 10 s, so the
/// started ones end within [`ACK_WAIT`].
const START_TIMEOUT: Duration = Duration::from_secs(ACK_WAIT.as_secs() / 2);

/// Handles a message, or several in one transaction. If that one fails, handles each in a transaction of its own, so that an
/// event that fails delays no other one. During an outage, naks those that are not started.
pub(super) async fn process_batch(
    consumer: &Consumer,
    pool: &PgPool,
    metrics: &Metrics,
    messages: Vec<Message>,
) {
    let started = messages
        .into_iter()
        .map(|message| Delivery::start(consumer, message));
    let batch: Vec<Delivery> = futures::future::join_all(started)
        .await
        .into_iter()
        .flatten()
        .collect();
    let started = Instant::now();
    let is_unavailable = AtomicBool::new(false);
    if batch.len() > 1 {
        match handle_batch_once(consumer, pool, &batch).await {
            Ok(()) => {
                // Each event accounts for its share of the transaction.
                let share = started.elapsed() / u32::try_from(batch.len()).unwrap_or(u32::MAX);
                futures::stream::iter(batch)
                    .for_each_concurrent(MAX_BATCH, |delivery| async move {
                        let settled = settle(consumer, metrics, &delivery, Ok(Outcome::Handled), share);
                        settled.instrument(delivery.span.clone()).await;
                    })
                    .await;
                return;
            }
            Err(error) => {
                is_unavailable.store(error.is_unavailable(), Ordering::Relaxed);
                tracing::info!(
                    consumer = consumer.name(),
                    events = batch.len(),
                    error = error_chain(error.error()),
                    "batch failed, handling its events one by one"
                );
            }
        }
    }
    let is_unavailable = &is_unavailable;
    futures::stream::iter(batch)
        .for_each_concurrent(CONCURRENCY, |delivery| async move {
            let span = delivery.span.clone();
            let settled = async {
                let begun = Instant::now();
                let is_late = started.elapsed() > START_TIMEOUT;
                let result = if is_late || is_unavailable.load(Ordering::Relaxed) {
                    Err(delivery.not_started())
                } else {
                    process(consumer, pool, &delivery, is_unavailable).await
                };
                settle(consumer, metrics, &delivery, result, begun.elapsed()).await;
            };
            settled.instrument(span).await;
        })
        .await;
}

/// Error of the transaction that handles events.
enum TransactionError {
    /// No transaction could begin: the events that follow would fail as well.
    Unavailable(HandlerError),
    /// An event or the commit failed.
    Failed(HandlerError),
}

impl TransactionError {
    const fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    const fn error(&self) -> &HandlerError {
        let (Self::Unavailable(error) | Self::Failed(error)) = self;
        error
    }

    fn into_error(self) -> HandlerError {
        let (Self::Unavailable(error) | Self::Failed(error)) = self;
        error
    }
}

impl<E: Into<HandlerError>> From<E> for TransactionError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

async fn begin(pool: &PgPool) -> Result<Transaction, TransactionError> {
    let begun = tokio::time::timeout(BEGIN_TIMEOUT, database::begin(pool)).await;
    begun
        .map_err(|elapsed| HandlerError::Transient(elapsed.into()))
        .and_then(|result| Ok(result?))
        .map_err(TransactionError::Unavailable)
}

/// Acks or naks a message that was handled for this duration.
async fn settle(
    consumer: &Consumer,
    metrics: &Metrics,
    delivery: &Delivery,
    result: Result<Outcome, Failed>,
    duration: Duration,
) {
    let error_kind = match &result {
        Ok(Outcome::Handled) => None,
        Ok(Outcome::DeadLettered(kind)) => Some(*kind),
        Err(failed) => Some(failed.error.kind()),
    };
    let instruments = metrics.instruments();
    instruments.event_processed(consumer.name(), consumer.subject(), error_kind, duration);
    match result {
        Ok(outcome) => {
            if matches!(outcome, Outcome::DeadLettered(_)) {
                instruments.event_dead_lettered(consumer.name());
            }
            // Not confirmed by the server: after a lost ack, the inbox deduplicates the redelivery.
            if let Err(error) = delivery.message.ack().await {
                tracing::debug!(%error, "ack failed");
            }
        }
        Err(Failed { error, attempts }) => {
            let delay = delay(attempts);
            instruments.event_retried(consumer.name());
            tracing::warn!(
                consumer = consumer.name(),
                deliveries = delivery.deliveries,
                error = error_chain(&error),
                ?delay,
                "handler failed, retrying"
            );
            let _ = delivery.message.ack_with(AckKind::Nak(Some(delay))).await;
        }
    }
}

/// Outcome of a message that is acked.
enum Outcome {
    Handled,
    /// Dead-lettered, with the kind of the error.
    DeadLettered(&'static str),
}

/// A failed attempt, after which the event is redelivered.
struct Failed {
    error: HandlerError,
    /// Number of attempts that determines the redelivery delay: rejections, or deliveries during an outage.
    attempts: i64,
}

impl Delivery {
    fn not_started(&self) -> Failed {
        Failed {
            error: HandlerError::Transient("not started because of an outage of the database".into()),
            attempts: self.deliveries,
        }
    }
}

/// Handles a message in a transaction of its own. Sets `is_unavailable` if none could begin.
async fn process(
    consumer: &Consumer,
    pool: &PgPool,
    delivery: &Delivery,
    is_unavailable: &AtomicBool,
) -> Result<Outcome, Failed> {
    let outage = |error: HandlerError| Failed {
        error,
        attempts: delivery.deliveries,
    };
    let handled = handle_once(consumer, pool, delivery.id, &delivery.message.payload).await;
    let error = match handled.map_err(|error| {
        is_unavailable.fetch_or(error.is_unavailable(), Ordering::Relaxed);
        error.into_error()
    }) {
        Ok(()) => return Ok(Outcome::Handled),
        Err(error @ HandlerError::Transient(_)) => return Err(outage(error)),
        Err(error @ HandlerError::Rejected(_)) => {
            let rejections = count_rejection(consumer, pool, delivery.id)
                .await
                .map_err(|error| outage(error.into()))?;
            if rejections < MAX_REJECTIONS {
                let attempts = rejections.into();
                return Err(Failed { error, attempts });
            }
            error
        }
        Err(error @ HandlerError::Malformed(_)) => error,
    };
    dead_letter(consumer, pool, delivery, &error)
        .await
        .map_err(outage)
}

/// Counts a rejection and returns the event's number of rejections by all replicas.
async fn count_rejection(consumer: &Consumer, pool: &PgPool, id: EventId) -> Result<i32, sqlx::Error> {
    sqlx::query_scalar!(
        "insert into event_rejection as counted (consumer, event_id, rejections) values ($1, $2, 1)
         on conflict (consumer, event_id)
         do update set rejections = counted.rejections + 1, rejected_at = now()
         returning rejections",
        consumer.name(),
        id.uuid(),
    )
    .fetch_one(pool)
    .await
}

/// Handles an event that concerns the consumer and records it in the inbox, unless it is already there.
async fn handle_once(
    consumer: &Consumer,
    pool: &PgPool,
    id: EventId,
    payload: &[u8],
) -> Result<(), TransactionError> {
    if !consumer.concerns(payload) {
        return Ok(());
    }
    let mut transaction = begin(pool).await?;
    let is_new = sqlx::query!(
        "insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing",
        consumer.name(),
        id.uuid(),
    )
    .execute(&mut *transaction)
    .await?
    .rows_affected()
        == 1;
    if is_new {
        consumer.handle(&mut transaction, id, payload).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// Handles the new events of a batch that concern the consumer and records them in the inbox, all or none, within [`BATCH_TIMEOUT`].
async fn handle_batch_once(
    consumer: &Consumer,
    pool: &PgPool,
    batch: &[Delivery],
) -> Result<(), TransactionError> {
    let batch: Vec<_> = batch
        .iter()
        .filter(|delivery| consumer.concerns(&delivery.message.payload))
        .collect();
    if batch.is_empty() {
        return Ok(());
    }
    let handled = async {
        let ids: Vec<_> = batch.iter().map(|delivery| delivery.id.uuid()).collect();
        let mut transaction = begin(pool).await?;
        // The order keeps two replicas that record the same events from a deadlock.
        let new = sqlx::query_scalar!(
            "insert into inbox (consumer, event_id) select $1, id from unnest($2::uuid[]) as id order by id
             on conflict do nothing returning event_id",
            consumer.name(),
            &ids,
        )
        .fetch_all(&mut *transaction)
        .await?;
        let mut new: HashSet<_> = new.into_iter().collect();
        let messages: Vec<_> = batch
            .iter()
            // A batch may hold an event twice.
            .filter(|delivery| new.remove(&delivery.id.uuid()))
            .map(|delivery| BatchedMessage {
                id: delivery.id,
                payload: &delivery.message.payload,
                span: &delivery.span,
            })
            .collect();
        if !messages.is_empty() {
            consumer.handle_batch(&mut transaction, &messages).await?;
        }
        transaction.commit().await?;
        Ok(())
    };
    match tokio::time::timeout(BATCH_TIMEOUT, handled).await {
        Ok(result) => result,
        Err(elapsed) => Err(HandlerError::Transient(elapsed.into()).into()),
    }
}

async fn dead_letter(
    consumer: &Consumer,
    pool: &PgPool,
    delivery: &Delivery,
    error: &HandlerError,
) -> Result<Outcome, HandlerError> {
    let letter = dead_letters::NewDeadLetter {
        consumer: consumer.name(),
        event_id: delivery.id,
        subject: &delivery.message.subject,
        payload: &delivery.message.payload,
        traceparent: delivery.traceparent.as_deref(),
        reason: &error_chain(error),
    };
    tracing::error!(
        consumer = consumer.name(),
        reason = letter.reason,
        "event dead-lettered"
    );
    dead_letters::insert(pool, &letter).await?;
    Ok(Outcome::DeadLettered(error.kind()))
}

/// Returns the redelivery delay: 1 s, doubled per attempt, at most 5 min.
fn delay(attempts: i64) -> Duration {
    let doublings = u32::try_from(attempts.clamp(1, 10) - 1).unwrap_or(0);
    Duration::from_secs(2_u64.saturating_pow(doublings).min(300))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delay_doubles_up_to_five_minutes() {
        let seconds: Vec<_> = [0, 1, 2, 3, 9, 10, 1_000]
            .into_iter()
            .map(|n| delay(n).as_secs())
            .collect();
        assert_eq!(seconds, [1, 1, 2, 4, 256, 300, 300]);
    }
}
