//! Publishes the outbox to JetStream, in order, with one active relay per database.

use std::time::Duration;

use async_nats::{HeaderMap, jetstream::message::PublishMessage};
use secrecy::SecretString;
use sqlx::{PgPool, postgres::PgListener};
use tokio_util::sync::CancellationToken;

use super::bus::Bus;
use crate::{database, metrics::Metrics, telemetry::propagation::TRACEPARENT};

/// Interval between polls of the outbox without a notification.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

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
pub async fn run(
    pool: PgPool,
    direct_url: SecretString,
    bus: Bus,
    metrics: Metrics,
    stop: CancellationToken,
) {
    let mut failures: u32 = 0;
    let mut listener = None;
    while !stop.is_cancelled() {
        // LISTEN precedes the poll, so that no notification is missed in between.
        if listener.is_none() {
            listener = listen(&direct_url).await.ok();
        }
        match publish_batch(&pool, &bus, &metrics).await {
            Ok(count) => {
                failures = 0;
                if count == BATCH_SIZE {
                    continue;
                }
            }
            Err(error) => {
                failures = failures.saturating_add(1);
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
        let delay = POLL_INTERVAL * failures.clamp(1, 5);
        let notified = async {
            match listener.as_mut() {
                Some(listener) if failures == 0 => listener.recv().await.is_ok(),
                _ => std::future::pending().await,
            }
        };
        tokio::select! {
            is_connected = notified => if !is_connected { listener = None },
            () = tokio::time::sleep(delay) => {}
            () = stop.cancelled() => {}
        }
    }
}

async fn listen(url: &SecretString) -> Result<PgListener, sqlx::Error> {
    let options = database::connect_options(url, "outbox-relay")?;
    let pool = sqlx::postgres::PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(Duration::from_secs(2))
        .connect_lazy_with(options);
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen("outbox").await?;
    Ok(listener)
}

/// Publishes a batch and returns its number of rows; 0 if another relay is active.
async fn publish_batch(pool: &PgPool, bus: &Bus, metrics: &Metrics) -> Result<i64, RelayError> {
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

/// Deletes outbox rows 35 days after publication, inbox rows 45 days after receipt and counts of rejections 45 days after
/// the last one.
///
/// # Errors
///
/// Fails if a query fails.
pub async fn sweep(pool: &PgPool) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from outbox where published_at < now() - interval '35 days'")
        .execute(pool)
        .await?;
    sqlx::query!("delete from inbox where received_at < now() - interval '45 days'")
        .execute(pool)
        .await?;
    sqlx::query!("delete from event_rejection where rejected_at < now() - interval '45 days'")
        .execute(pool)
        .await?;
    Ok(())
}

/// Marks all published outbox rows (kept for 35 days) as unpublished, and returns their number.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn republish(pool: &PgPool) -> Result<u64, sqlx::Error> {
    let marked = sqlx::query!("update outbox set published_at = null where published_at is not null")
        .execute(pool)
        .await?;
    Ok(marked.rows_affected())
}
