//! Hearing events: each has its effect once.

use std::time::Duration;

use async_nats::jetstream::{
    AckKind, Message,
    consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull},
};
use futures::{FutureExt as _, StreamExt as _};
use sqlx::PgPool;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

pub use super::handler::Consumer;
use super::handler::HandlerError;
use super::{
    bus::{Bus, STREAM},
    dead_letters,
};
use crate::{domain::EventId, failure::error_chain, metrics::Metrics, telemetry::propagation};

/// How long a handler may take before the message is given to another replica.
const ACK_WAIT: Duration = Duration::from_secs(30);

/// How long what this replica has fetched and will not handle waits until it is given to another one: long enough not to
/// come back to a replica that is about to stop.
const HAND_BACK: Duration = Duration::from_secs(1);

/// How often a rule may refuse an event before it becomes a dead letter.
const REFUSALS: i64 = 5;

/// Events that one consumer handles at the same time.
const CONCURRENCY: usize = 4;

/// Events that one replica asks for at a time, again when half of them have come; those of one that is killed wait for
/// [`ACK_WAIT`].
const FETCHED: usize = 2 * CONCURRENCY;

/// Hears until it is cancelled, then finishes what it has begun and hands the rest back. The durable consumer, and the
/// stream under it, are made again where they are gone.
pub async fn run(consumer: Consumer, pool: PgPool, bus: Bus, metrics: Metrics, stop: CancellationToken) {
    let replay = dead_letters::replay_loop(&consumer, &pool);
    let hear = async {
        while !stop.is_cancelled() {
            if let Err(error) = hear(&consumer, &pool, &bus, &metrics, &stop).await {
                tracing::warn!(
                    consumer = consumer.name(),
                    error = error_chain(&*error),
                    "not hearing, trying again"
                );
            }
            stop.run_until_cancelled(tokio::time::sleep(Duration::from_secs(1)))
                .await;
        }
    };
    tokio::select! {
        () = hear => {}
        () = replay => {}
    }
}

type HearError = Box<dyn std::error::Error + Send + Sync>;

async fn hear(
    consumer: &Consumer,
    pool: &PgPool,
    bus: &Bus,
    metrics: &Metrics,
    stop: &CancellationToken,
) -> Result<(), HearError> {
    let Some(messages) = stop.run_until_cancelled(messages(consumer, bus)).await else {
        return Ok(());
    };
    let mut messages = messages?;
    // Ends at the first error, a missed heartbeat for one, and is made anew.
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
        .for_each_concurrent(CONCURRENCY, |message| deliver(consumer, pool, metrics, message))
        .await;
    hand_back(&mut messages, bus).await;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// What the durable consumer has for this replica.
async fn messages(consumer: &Consumer, bus: &Bus) -> Result<pull::Stream, HearError> {
    let stream = bus.stream().await?;
    // One that is there takes these settings over.
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
        .max_messages_per_batch(FETCHED)
        .expires(Duration::from_secs(10))
        .heartbeat(Duration::from_secs(3))
        .messages()
        .await?;
    Ok(messages)
}

/// Gives back what was fetched and not begun: another replica has it soon, and not only after [`ACK_WAIT`].
async fn hand_back(messages: &mut pull::Stream, bus: &Bus) {
    while let Some(Some(Ok(message))) = messages.next().now_or_never() {
        let _ = message.ack_with(AckKind::Nak(Some(HAND_BACK))).await;
    }
    // The process may end next. Where NATS is away, it gives them to another replica by itself.
    let _ = tokio::time::timeout(HAND_BACK, bus.client().flush()).await;
}

/// Handles one message and tells JetStream what became of it.
async fn deliver(consumer: &Consumer, pool: &PgPool, metrics: &Metrics, message: Message) {
    let began = Instant::now();
    let header = |name: &str| {
        message
            .headers
            .as_ref()
            .and_then(|headers| headers.get(name))
            .map(ToString::to_string)
    };
    let span = tracing::info_span!(
        "process",
        otel.name = format!("{} process", message.subject),
        otel.kind = "consumer",
        messaging.system = "nats",
        messaging.operation.type = "process",
        messaging.destination.name = %message.subject,
        messaging.consumer.group.name = consumer.name(),
        trace_id = tracing::field::Empty,
    );
    let traceparent = header(propagation::TRACEPARENT);
    propagation::continue_trace(&span, traceparent.as_deref());
    async {
        let deliveries = message.info().map_or(1, |info| info.delivered);
        let id =
            header(async_nats::header::NATS_MESSAGE_ID.as_ref()).and_then(|id| id.parse::<EventId>().ok());
        let Some(id) = id else {
            tracing::error!(
                consumer = consumer.name(),
                "dropped a message that no outbox has sent"
            );
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let outcome = attempt(consumer, pool, id, &message, traceparent.as_deref(), deliveries).await;
        let refusal = match &outcome {
            Ok(Ended::Handled) => None,
            Ok(Ended::Buried(kind)) => Some(*kind),
            Err(refusal) => Some(refusal.kind()),
        };
        let instruments = metrics.instruments();
        instruments.event_processed(consumer.name(), consumer.subject(), refusal, began.elapsed());
        match outcome {
            Ok(ended) => {
                if matches!(ended, Ended::Buried(_)) {
                    instruments.event_buried(consumer.name());
                }
                // A lost acknowledgement means one more delivery, which the inbox drops.
                if let Err(error) = message.double_ack().await {
                    tracing::debug!(error = %error, "the acknowledgement was lost");
                }
            }
            Err(refusal) => {
                let wait = delay(deliveries);
                instruments.event_put_back(consumer.name());
                tracing::warn!(
                    consumer = consumer.name(),
                    deliveries,
                    error = error_chain(&refusal),
                    "again in {wait:?}"
                );
                let _ = message.ack_with(AckKind::Nak(Some(wait))).await;
            }
        }
    }
    .instrument(span)
    .await;
}

/// How an event came to its end.
enum Ended {
    Handled,
    /// Set aside, because of this kind of refusal.
    Buried(&'static str),
}

async fn attempt(
    consumer: &Consumer,
    pool: &PgPool,
    id: EventId,
    message: &Message,
    traceparent: Option<&str>,
    deliveries: i64,
) -> Result<Ended, HandlerError> {
    match once(consumer, pool, id, &message.payload).await {
        Err(refusal @ HandlerError::Malformed(_)) => {
            bury(consumer, pool, id, message, traceparent, &refusal).await
        }
        Err(refusal @ HandlerError::Rejected(_)) if deliveries >= REFUSALS => {
            bury(consumer, pool, id, message, traceparent, &refusal).await
        }
        outcome => outcome.map(|()| Ended::Handled),
    }
}

/// Gives the event its effect, unless it had it before.
async fn once(consumer: &Consumer, pool: &PgPool, id: EventId, payload: &[u8]) -> Result<(), HandlerError> {
    let mut transaction = pool.begin().await?;
    let first = sqlx::query!(
        "insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing",
        consumer.name(),
        id.uuid(),
    )
    .execute(&mut *transaction)
    .await?
    .rows_affected()
        == 1;
    if first {
        consumer.handle(&mut transaction, id, payload).await?;
        transaction.commit().await?;
    }
    Ok(())
}

async fn bury(
    consumer: &Consumer,
    pool: &PgPool,
    id: EventId,
    message: &Message,
    traceparent: Option<&str>,
    refusal: &HandlerError,
) -> Result<Ended, HandlerError> {
    let letter = dead_letters::Letter {
        consumer: consumer.name(),
        event_id: id,
        subject: &message.subject,
        payload: &message.payload,
        traceparent,
        reason: &error_chain(refusal),
    };
    tracing::error!(
        consumer = consumer.name(),
        reason = letter.reason,
        "set aside as a dead letter"
    );
    dead_letters::bury(pool, &letter).await?;
    Ok(Ended::Buried(refusal.kind()))
}

/// How many events the stream holds that a consumer has not handled.
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
    let handed_out = u64::try_from(info.num_ack_pending).unwrap_or(u64::MAX);
    Ok(i64::try_from(info.num_pending.saturating_add(handed_out)).unwrap_or(i64::MAX))
}

/// From 1 s, doubling, to 5 min.
fn delay(deliveries: i64) -> Duration {
    let doublings = u32::try_from(deliveries.clamp(1, 10) - 1).unwrap_or(0);
    Duration::from_secs(2_u64.saturating_pow(doublings).min(300))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_grows_to_five_minutes() {
        let seconds: Vec<_> = [0, 1, 2, 3, 9, 10, 1_000]
            .into_iter()
            .map(|n| delay(n).as_secs())
            .collect();
        assert_eq!(seconds, [1, 1, 2, 4, 256, 300, 300]);
    }
}
