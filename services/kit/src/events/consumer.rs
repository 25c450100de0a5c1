//! The consumer loop: handles each event exactly once.

use std::time::Duration;

use async_nats::jetstream::{
    AckKind,
    consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull},
};
use futures::{FutureExt as _, StreamExt as _};
use sqlx::PgPool;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

pub use super::handler::Consumer;
use super::{
    bus::{Bus, STREAM},
    delivery::ACK_WAIT,
    processing::{self, CONCURRENCY, MAX_BATCH},
};
use crate::{failure::error_chain, metrics::Metrics};

/// Redelivery delay for messages that this replica fetched but did not start, so that they go to another replica.
const NAK_DELAY: Duration = Duration::from_secs(1);

/// Minimum time between the starts of two batches of a consumer. Under load, the events that arrive meanwhile share a
/// transaction; after a pause of this length, an event is handled at once.
const BATCH_INTERVAL: Duration = Duration::from_millis(50);

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
        .for_each_concurrent(concurrency, |batch| async move {
            let next = Instant::now() + BATCH_INTERVAL;
            processing::process_batch(consumer, pool, metrics, batch).await;
            if consumer.is_batched() {
                stop.run_until_cancelled(sleep_until(next)).await;
            }
        })
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
