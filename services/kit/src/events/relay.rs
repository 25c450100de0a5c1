//! Publishes the outbox to JetStream, in order, with one active relay per database.

use std::time::Duration;

use async_nats::{HeaderMap, jetstream::message::PublishMessage};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use super::{bus::Bus, outbox};
use crate::{metrics::Metrics, telemetry::propagation::TRACEPARENT};

/// Interval between polls of the outbox; finds the events of replicas that ended before they published them.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Delay of the first poll after an append, within which most transactions commit.
const COMMIT_DELAY: Duration = Duration::from_millis(5);

/// Maximum rows per statement of a sweep or of [`republish`], which bounds its duration.
const SWEEP_BATCH_SIZE: i64 = 500;

/// Maximum rows per batch.
const BATCH_SIZE: i64 = 100;

/// Advisory lock of the active relay.
const LOCK: i64 = 0x6f75_7462_6f78;

/// Error of publishing a batch; the relay retries.
#[derive(Debug, thiserror::Error)]
enum RelayError {
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    #[error("stream: {0}")]
    Stream(#[from] async_nats::jetstream::context::CreateStreamError),
    #[error("publish: {0}")]
    Publish(#[from] async_nats::jetstream::context::PublishError),
    #[error("publish timed out")]
    TimedOut,
}

/// Publishes until cancelled; retries errors without limit.
pub async fn run(pool: PgPool, bus: Bus, metrics: Metrics, stop: CancellationToken) {
    let mut failures: u32 = 0;
    let mut appended = outbox::appended();
    let mut delay = POLL_INTERVAL;
    let mut is_woken = false;
    while !stop.is_cancelled() {
        match publish_batch(&pool, &bus, &metrics).await {
            Ok(BATCH_SIZE) => {
                failures = 0;
                continue;
            }
            Ok(_) => {
                failures = 0;
                delay = next_delay(delay, is_woken);
            }
            Err(error) => {
                failures = failures.saturating_add(1);
                delay = POLL_INTERVAL * failures.min(5);
                tracing::warn!(
                    error = crate::failure::error_chain(&error),
                    failures,
                    "outbox publish failed, retrying"
                );
                if matches!(error, RelayError::Publish(_) | RelayError::TimedOut) {
                    // Recreates a deleted stream. While NATS is unreachable, this fails like the next batch.
                    let _ = tokio::time::timeout(Duration::from_secs(3), bus.stream()).await;
                }
            }
        }
        let woken = async {
            // During an outage, an append does not shorten the delay.
            if failures > 0 || appended.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        is_woken = tokio::select! {
            () = woken => true,
            () = tokio::time::sleep(delay) => false,
            () = stop.cancelled() => return,
        };
        if is_woken {
            tokio::time::sleep(COMMIT_DELAY).await;
        }
    }
}

/// Returns the delay of the next poll. An append wakes the relay before its commit, so the polls after it follow at
/// doubling delays: an event waits about as long for them as its transaction took.
fn next_delay(delay: Duration, is_woken: bool) -> Duration {
    if is_woken {
        COMMIT_DELAY
    } else {
        (2 * delay).min(POLL_INTERVAL)
    }
}

/// Publishes a batch and returns its number of rows; 0 if another relay is active.
async fn publish_batch(pool: &PgPool, bus: &Bus, metrics: &Metrics) -> Result<i64, RelayError> {
    // Most polls find nothing: they need neither a transaction nor the lock.
    let has_unpublished =
        sqlx::query_scalar!(r#"select exists (select from outbox where published_at is null) as "found!""#)
            .fetch_one(pool)
            .await?;
    if !has_unpublished {
        return Ok(0);
    }
    let mut transaction = crate::database::begin(pool).await?;
    let is_active = sqlx::query_scalar!(r#"select pg_try_advisory_xact_lock($1) as "ours!""#, LOCK)
        .fetch_one(&mut *transaction)
        .await?;
    if !is_active {
        return Ok(0);
    }
    let rows = sqlx::query!(
        "select position, id, subject, payload, traceparent from outbox
         where published_at is null order by position limit $1",
        BATCH_SIZE
    )
    .fetch_all(&mut *transaction)
    .await?;
    let count = i64::try_from(rows.len()).unwrap_or(BATCH_SIZE);
    if rows.is_empty() {
        return Ok(0);
    }

    // Sends all before it awaits the first acknowledgement. Rows up to the first failure are marked published.
    let mut acks = Vec::with_capacity(rows.len());
    let mut failed = None;
    for row in rows {
        let mut headers = HeaderMap::new();
        if let Some(traceparent) = &row.traceparent {
            headers.insert(TRACEPARENT, traceparent.as_str());
        }
        let message = PublishMessage::build()
            // Must precede `message_id`, as it replaces all headers.
            .headers(headers)
            .message_id(row.id.to_string())
            .payload(row.payload.into());
        let result = tokio::time::timeout(
            Duration::from_secs(5),
            bus.context().send_publish(row.subject.clone(), message),
        )
        .await;
        match result {
            Ok(Ok(ack)) => acks.push((row.position, row.subject, ack)),
            Ok(Err(error)) => {
                failed = Some(error.into());
                break;
            }
            Err(_) => {
                failed = Some(RelayError::TimedOut);
                break;
            }
        }
    }
    let mut published = Vec::with_capacity(acks.len());
    for (position, subject, ack) in acks {
        match ack.await {
            Ok(_) => {
                metrics.instruments().event_published(&subject);
                published.push(position);
            }
            Err(error) => {
                failed = Some(error.into());
                break;
            }
        }
    }
    sqlx::query!(
        "update outbox set published_at = now() where position = any($1)",
        &published
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    failed.map_or(Ok(count), Err)
}

/// The unpublished part of the outbox.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Backlog {
    /// Number of events, counted up to 10,000.
    pub events: i64,
    /// Age of the oldest event.
    pub age: Duration,
}

/// Returns the size and age of the unpublished part of the outbox.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn backlog(pool: &PgPool) -> Result<Backlog, sqlx::Error> {
    let row = sqlx::query!(
        r#"select
               (select count(*) from (select from outbox where published_at is null limit 10000) as waiting)
                   as "events!",
               (select extract(epoch from now() - created_at)::float8 from outbox
                where published_at is null order by position limit 1) as age"#
    )
    .fetch_one(pool)
    .await?;
    Ok(Backlog {
        events: row.events,
        // Negative if the database clock was set back.
        age: Duration::try_from_secs_f64(row.age.unwrap_or_default()).unwrap_or_default(),
    })
}

/// Deletes old rows in transactions of at most 500 rows: outbox rows 35 days after the event, inbox rows and counts of
/// rejections after 70 days.
///
/// An event is published again up to 35 days after it happened, and the stream keeps it for 30 more: the inbox still knows
/// it at its last possible delivery.
///
/// # Errors
///
/// Fails if a query fails.
pub async fn sweep(pool: &PgPool) -> Result<(), sqlx::Error> {
    loop {
        // The oldest rows are those with the lowest positions.
        let deleted = sqlx::query!(
            "delete from outbox where position in (
                 select position
                 from (select position, created_at, published_at from outbox order by position limit $1) as oldest
                 where published_at is not null and created_at < now() - interval '35 days'
             )",
            SWEEP_BATCH_SIZE
        )
        .execute(pool)
        .await?;
        if deleted.rows_affected() == 0 {
            break;
        }
    }
    loop {
        let deleted = sqlx::query!(
            "delete from inbox where (consumer, event_id) in (
                 select consumer, event_id from inbox
                 where received_at < now() - interval '70 days' order by received_at limit $1
             )",
            SWEEP_BATCH_SIZE
        )
        .execute(pool)
        .await?;
        if deleted.rows_affected() == 0 {
            break;
        }
    }
    loop {
        let deleted = sqlx::query!(
            "delete from event_rejection where (consumer, event_id) in (
                 select consumer, event_id from event_rejection
                 where rejected_at < now() - interval '70 days' order by rejected_at limit $1
             )",
            SWEEP_BATCH_SIZE
        )
        .execute(pool)
        .await?;
        if deleted.rows_affected() == 0 {
            return Ok(());
        }
    }
}

/// Marks the published events of the last 35 days as unpublished, in transactions of at most 500 rows, and returns their
/// number. An older event is not marked, as the inboxes may have forgotten it.
///
/// # Errors
///
/// Fails if a query fails.
pub async fn republish(pool: &PgPool) -> Result<u64, sqlx::Error> {
    // The running relay publishes marked rows at once: each row is marked once, up to the last one of now.
    let last = sqlx::query_scalar!(r#"select coalesce(max(position), 0) as "last!" from outbox"#)
        .fetch_one(pool)
        .await?;
    let mut marked: u64 = 0;
    let mut after = 0;
    loop {
        let positions = sqlx::query_scalar!(
            "update outbox set published_at = null where position in (
                 select position from outbox
                 where position > $1 and position <= $2 and published_at is not null
                     and created_at > now() - interval '35 days'
                 order by position limit $3
             ) returning position",
            after,
            last,
            SWEEP_BATCH_SIZE,
        )
        .fetch_all(pool)
        .await?;
        let Some(highest) = positions.iter().max() else {
            return Ok(marked);
        };
        after = *highest;
        marked = marked.saturating_add(u64::try_from(positions.len()).unwrap_or(u64::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_at_doubling_delays_after_an_append() {
        let mut delay = next_delay(POLL_INTERVAL, true);
        assert_eq!(delay, COMMIT_DELAY);
        for _ in 0..3 {
            delay = next_delay(delay, false);
        }
        assert_eq!(delay, 8 * COMMIT_DELAY);
        assert_eq!(next_delay(POLL_INTERVAL, false), POLL_INTERVAL);
    }
}
