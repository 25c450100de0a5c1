//! The consumer loop: handles each event exactly once.

use std::{collections::HashSet, time::Duration};

use async_nats::jetstream::{
    AckKind, Message,
    consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull},
};
use futures::{FutureExt as _, StreamExt as _};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

pub use super::handler::Consumer;
use super::{
    bus::{Bus, STREAM},
    dead_letters,
    delivery::Delivery,
    handler::HandlerError,
};
use crate::{domain::EventId, failure::error_chain, metrics::Metrics};

/// Maximum duration of a handler before JetStream redelivers the message.
const ACK_WAIT: Duration = Duration::from_secs(30);

/// Redelivery delay for messages that this replica fetched but did not start, so that they go to another replica.
const NAK_DELAY: Duration = Duration::from_secs(1);

/// Number of rejections after which an event is dead-lettered. Outages do not count.
const MAX_REJECTIONS: i32 = 5;

/// Maximum events that one consumer handles concurrently.
const CONCURRENCY: usize = 4;

/// Maximum events that one transaction of a batched consumer handles.
const MAX_BATCH: usize = 32;

/// Returns how many batches a consumer handles concurrently, and their maximum number of events.
///
/// A batched consumer handles one batch at a time: the events that arrive meanwhile become the next one.
fn batching(consumer: &Consumer) -> (usize, usize) {
    if consumer.is_batched() {
        (1, MAX_BATCH)
    } else {
        (CONCURRENCY, 1)
    }
}

/// Consumes until cancelled, then finishes in-flight messages and naks the rest. Recreates a deleted stream or durable
/// consumer.
pub async fn run(consumer: Consumer, pool: PgPool, bus: Bus, metrics: Metrics, stop: CancellationToken) {
    let replay = dead_letters::replay_loop(&consumer, &pool);
    let consume = async {
        while !stop.is_cancelled() {
            if let Err(error) = consume(&consumer, &pool, &bus, &metrics, &stop).await {
                tracing::warn!(
                    consumer = consumer.name(),
                    error = error_chain(&*error),
                    "consumer failed, retrying"
                );
            }
            stop.run_until_cancelled(tokio::time::sleep(Duration::from_secs(1)))
                .await;
        }
    };
    tokio::select! {
        () = consume => {}
        () = replay => {}
    }
}

type ConsumeError = Box<dyn std::error::Error + Send + Sync>;

async fn consume(
    consumer: &Consumer,
    pool: &PgPool,
    bus: &Bus,
    metrics: &Metrics,
    stop: &CancellationToken,
) -> Result<(), ConsumeError> {
    let Some(messages) = stop.run_until_cancelled(messages(consumer, bus)).await else {
        return Ok(());
    };
    let mut messages = messages?;
    let (concurrency, batch_size) = batching(consumer);
    // The stream ends at the first error, such as a missed heartbeat; the caller creates a new one.
    let mut failed = None;
    messages
        .by_ref()
        .take_until(stop.cancelled())
        .take_while(|message| {
            if let Err(error) = message {
                failed = Some(error.to_string());
            }
            std::future::ready(message.is_ok())
        })
        .filter_map(|message| std::future::ready(message.ok()))
        .ready_chunks(batch_size)
        .for_each_concurrent(concurrency, |batch| deliver_batch(consumer, pool, metrics, batch))
        .await;
    nak_unstarted(&mut messages, bus).await;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Opens the message stream of the durable consumer.
async fn messages(consumer: &Consumer, bus: &Bus) -> Result<pull::Stream, ConsumeError> {
    let stream = bus.stream().await?;
    let (concurrency, batch_size) = batching(consumer);
    // Updates the settings of an existing consumer.
    let durable: PullConsumer = stream
        .create_consumer(pull::Config {
            durable_name: Some(consumer.name().to_owned()),
            filter_subject: consumer.subject().to_owned(),
            deliver_policy: DeliverPolicy::All,
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            ..pull::Config::default()
        })
        .await?;
    let messages = durable
        .stream()
        // Those of a killed replica are redelivered after `ACK_WAIT`.
        .max_messages_per_batch(2 * concurrency * batch_size)
        .expires(Duration::from_secs(10))
        .heartbeat(Duration::from_secs(3))
        .messages()
        .await?;
    Ok(messages)
}

/// Naks fetched messages, so that they are redelivered before [`ACK_WAIT`].
async fn nak_unstarted(messages: &mut pull::Stream, bus: &Bus) {
    while let Some(Some(Ok(message))) = messages.next().now_or_never() {
        let _ = message.ack_with(AckKind::Nak(Some(NAK_DELAY))).await;
    }
    // The process may exit next. Without the naks, JetStream redelivers after `ACK_WAIT`.
    let _ = tokio::time::timeout(NAK_DELAY, bus.client().flush()).await;
}

/// Handles messages in one transaction, then acks them. If it fails, handles each in a transaction of its own, so that an
/// event that fails delays no other one.
async fn deliver_batch(consumer: &Consumer, pool: &PgPool, metrics: &Metrics, messages: Vec<Message>) {
    let started = messages
        .into_iter()
        .map(|message| Delivery::start(consumer, message));
    let batch: Vec<Delivery> = futures::future::join_all(started)
        .await
        .into_iter()
        .flatten()
        .collect();
    let mut is_handled = false;
    if batch.len() > 1 {
        match handle_batch_once(consumer, pool, &batch).await {
            Ok(()) => is_handled = true,
            Err(error) => tracing::info!(
                consumer = consumer.name(),
                events = batch.len(),
                error = error_chain(&error),
                "batch failed, handling its events one by one"
            ),
        }
    }
    // Acks do not wait for each other.
    let concurrency = if is_handled { MAX_BATCH } else { CONCURRENCY };
    futures::stream::iter(batch)
        .for_each_concurrent(concurrency, |delivery| {
            let span = delivery.span.clone();
            async move {
                let result = if is_handled {
                    Ok(Outcome::Handled)
                } else {
                    process(consumer, pool, &delivery).await
                };
                settle(consumer, metrics, &delivery, result).await;
            }
            .instrument(span)
        })
        .await;
}

/// Acks or naks a message.
async fn settle(
    consumer: &Consumer,
    metrics: &Metrics,
    delivery: &Delivery,
    result: Result<Outcome, Failed>,
) {
    let error_kind = match &result {
        Ok(Outcome::Handled) => None,
        Ok(Outcome::DeadLettered(kind)) => Some(*kind),
        Err(failed) => Some(failed.error.kind()),
    };
    let instruments = metrics.instruments();
    instruments.event_processed(
        consumer.name(),
        consumer.subject(),
        error_kind,
        delivery.started.elapsed(),
    );
    match result {
        Ok(outcome) => {
            if matches!(outcome, Outcome::DeadLettered(_)) {
                instruments.event_dead_lettered(consumer.name());
            }
            // After a lost ack, the inbox deduplicates the redelivery.
            if let Err(error) = delivery.message.double_ack().await {
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

async fn process(consumer: &Consumer, pool: &PgPool, delivery: &Delivery) -> Result<Outcome, Failed> {
    let outage = |error: HandlerError| Failed {
        error,
        attempts: delivery.deliveries,
    };
    let error = match handle_once(consumer, pool, delivery.id, &delivery.message.payload).await {
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

/// Handles an event and records it in the inbox, unless it is already there.
async fn handle_once(
    consumer: &Consumer,
    pool: &PgPool,
    id: EventId,
    payload: &[u8],
) -> Result<(), HandlerError> {
    let mut transaction = crate::database::begin(pool).await?;
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

/// Handles the new events of a batch and records them in the inbox, all or none.
async fn handle_batch_once(
    consumer: &Consumer,
    pool: &PgPool,
    batch: &[Delivery],
) -> Result<(), HandlerError> {
    let ids: Vec<_> = batch.iter().map(|delivery| delivery.id.uuid()).collect();
    let mut transaction = crate::database::begin(pool).await?;
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
    for delivery in batch {
        // A batch may hold an event twice.
        if new.remove(&delivery.id.uuid()) {
            consumer
                .handle(&mut transaction, delivery.id, &delivery.message.payload)
                .instrument(delivery.span.clone())
                .await?;
        }
    }
    transaction.commit().await?;
    Ok(())
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

/// Returns the number of events in the stream that a consumer has not handled.
pub(crate) async fn lag(bus: &Bus, name: &str) -> Result<i64, String> {
    let stream = bus
        .context()
        .get_stream_no_info(STREAM)
        .await
        .map_err(|error| error.to_string())?;
    let info = stream
        .consumer_info(name)
        .await
        .map_err(|error| error.to_string())?;
    let in_flight = u64::try_from(info.num_ack_pending).unwrap_or(u64::MAX);
    Ok(i64::try_from(info.num_pending.saturating_add(in_flight)).unwrap_or(i64::MAX))
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
