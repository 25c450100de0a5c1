//! Publishes the outbox to JetStream, in order, with one active relay per database.

use std::{collections::HashSet, time::Duration};

use async_nats::{HeaderMap, jetstream::message::PublishMessage};
use sqlx::{PgConnection, PgPool};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::bus::Bus;
use crate::{metrics::Metrics, outbox, telemetry::propagation::TRACEPARENT};

/// Interval between polls of the outbox; finds the events of replicas that ended before they published them, and those whose
/// delay is over.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Minimum time between the starts of two batches. Under load, the events of several commits share a batch; after a pause of
/// this length, an event is published at once.
const BATCH_INTERVAL: Duration = Duration::from_millis(50);

/// Delay of the first poll after another replica's relay was active; it may have missed the rows of this replica.
const BUSY_DELAY: Duration = Duration::from_millis(5);

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

/// Result of publishing a batch.
#[derive(Debug, PartialEq)]
enum Published {
    /// As many rows as a batch holds: there may be more.
    Full,
    /// All rows.
    Drained,
    /// None, because the relay of another replica is active.
    Busy,
}

/// Publishes until cancelled; retries errors without limit.
pub async fn run(pool: PgPool, bus: Bus, metrics: Metrics, stop: CancellationToken) {
    let mut failures: u32 = 0;
    let mut committed = outbox::committed();
    let mut busy_delay = BUSY_DELAY;
    while !stop.is_cancelled() {
        let next = Instant::now() + BATCH_INTERVAL;
        let result = publish_batch(&pool, &bus, &metrics).await;
        failures = result.as_ref().map_or(failures.saturating_add(1), |_| 0);
        let delay = match result {
            Ok(Published::Full) => continue,
            Ok(Published::Drained) => {
                busy_delay = BUSY_DELAY;
                POLL_INTERVAL
            }
            Ok(Published::Busy) => {
                let delay = busy_delay;
                busy_delay = next_busy_delay(delay);
                delay
            }
            Err(error) => {
                tracing::warn!(
                    error = crate::failure::error_chain(&error),
                    failures,
                    "outbox publish failed, retrying"
                );
                if matches!(error, RelayError::Publish(_) | RelayError::TimedOut) {
                    // Recreates a deleted stream. While NATS is unreachable, this fails like the next batch.
                    let _ = tokio::time::timeout(Duration::from_secs(3), bus.stream()).await;
                }
                POLL_INTERVAL * failures.min(5)
            }
        };
        let woken = async {
            // During an outage, a commit does not shorten the delay.
            if failures > 0 || committed.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
            sleep_until(next).await;
        };
        tokio::select! {
            () = woken => busy_delay = BUSY_DELAY,
            () = tokio::time::sleep(delay) => {}
            () = stop.cancelled() => return,
        }
    }
}

fn next_busy_delay(delay: Duration) -> Duration {
    (2 * delay).min(POLL_INTERVAL)
}

/// Publishes the oldest rows. Marks them first, in a transaction that commits once JetStream has stored them.
async fn publish_batch(pool: &PgPool, bus: &Bus, metrics: &Metrics) -> Result<Published, RelayError> {
    let mut transaction = crate::database::begin(pool).await?;
    let Some(rows) = mark_oldest(&mut transaction).await? else {
        return Ok(Published::Busy);
    };
    if rows.is_empty() {
        return Ok(Published::Drained);
    }
    let published = if rows.len() < usize::try_from(BATCH_SIZE).unwrap_or(usize::MAX) {
        Published::Drained
    } else {
        Published::Full
    };
    let mut unpublished: HashSet<i64> = rows.iter().map(|row| row.position).collect();

    // Sends all before it awaits the first acknowledgement. Rows after the first failure are published again.
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
    let mut acked: usize = 0;
    for (position, subject, ack) in acks {
        match ack.await {
            Ok(_) => {
                acked += 1;
                metrics.instruments().event_published(&subject);
                unpublished.remove(&position);
            }
            Err(error) => {
                failed = Some(error.into());
                break;
            }
        }
    }
    if acked == 0 {
        transaction.rollback().await?;
        return failed.map_or(Ok(published), Err);
    }
    if !unpublished.is_empty() {
        sqlx::query!(
            "update outbox set published_at = null where position = any($1)",
            &Vec::from_iter(unpublished),
        )
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    failed.map_or(Ok(published), Err)
}

/// Marks the oldest due rows as published and returns them; `None` if another relay is active until its transaction ends.
async fn mark_oldest(connection: &mut PgConnection) -> Result<Option<Vec<OutboxRow>>, sqlx::Error> {
    // The second condition on `published_at` skips rows that another relay published since the statement began.
    let rows = sqlx::query!(
        r#"with relay as materialized (
               select pg_try_advisory_xact_lock($1) as is_active
           ), marked as (
               update outbox set published_at = now()
               where position = any(array(
                         select position from outbox
                         where published_at is null and (not_before is null or not_before <= now())
                               and (select is_active from relay)
                         order by position limit $2
                     ))
                     and published_at is null
               returning position, id, subject, payload, traceparent
           )
           select is_active as "is_active!", position as "position?", id as "id?", subject as "subject?",
                  payload as "payload?", traceparent
           from relay left join marked on true
           order by position"#,
        LOCK,
        BATCH_SIZE,
    )
    .fetch_all(connection)
    .await?;
    if rows.iter().any(|row| !row.is_active) {
        return Ok(None);
    }
    let rows = rows.into_iter().filter_map(|row| {
        Some(OutboxRow {
            position: row.position?,
            id: row.id?,
            subject: row.subject?,
            payload: row.payload?,
            traceparent: row.traceparent,
        })
    });
    Ok(Some(rows.collect()))
}

/// A row of the outbox.
struct OutboxRow {
    position: i64,
    id: Uuid,
    subject: String,
    payload: Vec<u8>,
    traceparent: Option<String>,
}

/// The unpublished part of the outbox that is due.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Backlog {
    /// Number of events, counted up to 10,000.
    pub events: i64,
    /// Age of the oldest event.
    pub age: Duration,
}

/// Returns the size and age of the unpublished part of the outbox that is due.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn backlog(pool: &PgPool) -> Result<Backlog, sqlx::Error> {
    let row = sqlx::query!(
        r#"select
               (select count(*) from (
                    select from outbox
                    where published_at is null and (not_before is null or not_before <= now()) limit 10000
                ) as waiting) as "events!",
               (select extract(epoch from now() - coalesce(not_before, created_at))::float8 from outbox
                where published_at is null and (not_before is null or not_before <= now())
                order by position limit 1) as age"#
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
    fn busy_delay_doubles_up_to_the_poll_interval() {
        let delay = (0..3).fold(BUSY_DELAY, |delay, _| next_busy_delay(delay));
        assert_eq!(delay, 8 * BUSY_DELAY);
        assert_eq!(next_busy_delay(POLL_INTERVAL), POLL_INTERVAL);
    }
}
