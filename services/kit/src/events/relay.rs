//! Sends what the outbox holds: in order, one relay for each database at a time.

use std::time::Duration;

use async_nats::{HeaderMap, jetstream::message::PublishMessage};
use secrecy::SecretString;
use sqlx::{PgPool, postgres::PgListener};
use tokio_util::sync::CancellationToken;

use super::bus::Bus;
use crate::{database, metrics::Metrics, telemetry::propagation::TRACEPARENT};

/// Looks this often even when nothing was notified.
const POLL: Duration = Duration::from_secs(1);

/// Rows in one go.
const BATCH: i64 = 100;

/// The advisory lock that lets one relay for each database work.
const LOCK: i64 = 0x6f75_7462_6f78;

/// Why a round failed; the next one tries again.
#[derive(Debug, thiserror::Error)]
enum RelayError {
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    #[error("the stream: {0}")]
    Stream(#[from] async_nats::jetstream::context::CreateStreamError),
    #[error("NATS did not take an event: {0}")]
    Publish(#[from] async_nats::jetstream::context::PublishError),
    #[error("NATS took too long")]
    TimedOut,
}

/// Runs until it is cancelled; what fails is tried again for ever.
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
        // Registered before looking, so that nothing is missed between the look and the wait.
        if listener.is_none() {
            listener = listen(&direct_url).await.ok();
        }
        match round(&pool, &bus, &metrics).await {
            Ok(sent) => {
                failures = 0;
                if sent == BATCH {
                    continue;
                }
            }
            Err(error) => {
                failures = failures.saturating_add(1);
                tracing::warn!(
                    error = crate::failure::error_chain(&error),
                    failures,
                    "events wait in the outbox"
                );
                if matches!(error, RelayError::Publish(_) | RelayError::TimedOut) {
                    // The stream may have been removed. Where NATS is away this fails too, and the next round says so.
                    let _ = tokio::time::timeout(Duration::from_secs(3), bus.stream()).await;
                }
            }
        }
        let wait = POLL * failures.clamp(1, 5);
        let heard = async {
            match listener.as_mut() {
                Some(listener) if failures == 0 => listener.recv().await.is_ok(),
                _ => std::future::pending().await,
            }
        };
        tokio::select! {
            heard = heard => if !heard { listener = None },
            () = tokio::time::sleep(wait) => {}
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

/// Sends one batch and answers how many rows it had.
async fn round(pool: &PgPool, bus: &Bus, metrics: &Metrics) -> Result<i64, RelayError> {
    let mut transaction = pool.begin().await?;
    let ours = sqlx::query_scalar!(r#"select pg_try_advisory_xact_lock($1) as "ours!""#, LOCK)
        .fetch_one(&mut *transaction)
        .await?;
    if !ours {
        return Ok(0);
    }
    let rows = sqlx::query!(
        "select position, id, subject, payload, traceparent from outbox
         where published_at is null order by position limit $1",
        BATCH
    )
    .fetch_all(&mut *transaction)
    .await?;
    let count = i64::try_from(rows.len()).unwrap_or(BATCH);
    if rows.is_empty() {
        return Ok(0);
    }

    // All are sent before the first answer is awaited; up to the first failure they count as stored.
    let mut answers = Vec::with_capacity(rows.len());
    let mut failed = None;
    for row in rows {
        let mut headers = HeaderMap::new();
        if let Some(traceparent) = &row.traceparent {
            headers.insert(TRACEPARENT, traceparent.as_str());
        }
        let message = PublishMessage::build()
            // Before the id: `headers` takes the place of all that was there.
            .headers(headers)
            .message_id(row.id.to_string())
            .payload(row.payload.into());
        let sent = tokio::time::timeout(
            Duration::from_secs(5),
            bus.context().send_publish(row.subject.clone(), message),
        )
        .await;
        match sent {
            Ok(Ok(answer)) => answers.push((row.position, row.subject, answer)),
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
    let mut stored = Vec::with_capacity(answers.len());
    for (position, subject, answer) in answers {
        match answer.await {
            Ok(_) => {
                metrics.instruments().event_sent(&subject);
                stored.push(position);
            }
            Err(error) => {
                failed = Some(error.into());
                break;
            }
        }
    }
    sqlx::query!(
        "update outbox set published_at = now() where position = any($1)",
        &stored
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    failed.map_or(Ok(count), Err)
}

/// What waits to be sent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Backlog {
    /// How much; counting ends at 10,000.
    pub events: i64,
    /// How long the first of it waits.
    pub age: Duration,
}

/// Looks at what waits to be sent.
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
        // Below nothing where the database's clock was put back.
        age: Duration::try_from_secs_f64(row.age.unwrap_or_default()).unwrap_or_default(),
    })
}

/// Removes what was sent 35 days ago and heard 45 days ago.
pub async fn sweep(pool: &PgPool) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from outbox where published_at < now() - interval '35 days'")
        .execute(pool)
        .await?;
    sqlx::query!("delete from inbox where received_at < now() - interval '45 days'")
        .execute(pool)
        .await?;
    Ok(())
}

/// Marks what was sent in the last 35 days unsent, so that it flows again; answers how much.
pub async fn republish(pool: &PgPool) -> Result<u64, sqlx::Error> {
    let marked = sqlx::query!("update outbox set published_at = null where published_at is not null")
        .execute(pool)
        .await?;
    Ok(marked.rows_affected())
}
