//! Events that no retry can fix, kept for manual inspection and replay.

use std::{collections::BTreeMap, time::Duration};

use sqlx::PgPool;

use super::handler::{Consumer, HandlerError};
use crate::{domain::EventId, failure::error_chain};

/// Interval between polls for dead letters to replay.
const REPLAY_POLL_INTERVAL: Duration = Duration::from_secs(5);

/// A dead letter to insert.
pub(super) struct NewDeadLetter<'a> {
    pub consumer: &'a str,
    pub event_id: EventId,
    pub subject: &'a str,
    pub payload: &'a [u8],
    pub traceparent: Option<&'a str>,
    pub reason: &'a str,
}

/// Moves an event to `dead_letter` and marks it as processed in the inbox.
pub(super) async fn insert(pool: &PgPool, letter: &NewDeadLetter<'_>) -> Result<(), sqlx::Error> {
    let mut transaction = crate::database::begin(pool).await?;
    sqlx::query!(
        "insert into dead_letter (consumer, event_id, subject, payload, traceparent, reason)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
        letter.consumer,
        letter.event_id.uuid(),
        letter.subject,
        letter.payload,
        letter.traceparent,
        letter.reason,
    )
    .execute(&mut *transaction)
    .await?;
    sqlx::query!(
        "insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing",
        letter.consumer,
        letter.event_id.uuid(),
    )
    .execute(&mut *transaction)
    .await?;
    sqlx::query!(
        "delete from event_rejection where consumer = $1 and event_id = $2",
        letter.consumer,
        letter.event_id.uuid(),
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

/// A dead letter.
#[derive(Debug)]
pub struct DeadLetter {
    /// Durable name of the consumer.
    pub consumer: String,
    /// Id of the event.
    pub event_id: EventId,
    /// Subject of the event.
    pub subject: String,
    /// The last error.
    pub reason: String,
    /// Time of the insertion.
    pub dead_lettered_at: time::OffsetDateTime,
}

/// Returns the oldest 1,000 dead letters.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn list(pool: &PgPool) -> Result<Vec<DeadLetter>, sqlx::Error> {
    let rows = sqlx::query!(
        "select consumer, event_id, subject, reason, buried_at from dead_letter order by buried_at limit 1000"
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| DeadLetter {
            consumer: row.consumer,
            event_id: row.event_id.into(),
            subject: row.subject,
            reason: row.reason,
            dead_lettered_at: row.buried_at,
        })
        .collect())
}

/// Returns the number of dead letters by consumer.
pub(crate) async fn counts(pool: &PgPool) -> Result<BTreeMap<String, i64>, sqlx::Error> {
    let rows = sqlx::query!(r#"select consumer, count(*) as "letters!" from dead_letter group by consumer"#)
        .fetch_all(pool)
        .await?;
    Ok(rows.into_iter().map(|row| (row.consumer, row.letters)).collect())
}

/// Requests the replay of one event, or of all, by the running service; returns the number of marked dead letters.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn request_replay(pool: &PgPool, event: Option<EventId>) -> Result<u64, sqlx::Error> {
    let marked = sqlx::query!(
        "update dead_letter set replay = true where $1::uuid is null or event_id = $1",
        event.map(EventId::uuid)
    )
    .execute(pool)
    .await?;
    Ok(marked.rows_affected())
}

/// Replays requested dead letters; never returns.
pub(super) async fn replay_loop(consumer: &Consumer, pool: &PgPool) {
    loop {
        tokio::time::sleep(REPLAY_POLL_INTERVAL).await;
        loop {
            match replay_one(consumer, pool).await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(
                        consumer = consumer.name(),
                        error = error_chain(&error),
                        "replay of dead letters failed, retrying"
                    );
                    break;
                }
            }
        }
    }
}

/// Replays the oldest requested dead letter; returns false if there is none. A failed replay ends its request.
async fn replay_one(consumer: &Consumer, pool: &PgPool) -> Result<bool, HandlerError> {
    let mut transaction = crate::database::begin(pool).await?;
    let row = sqlx::query!(
        "select event_id, payload from dead_letter where consumer = $1 and replay
         order by buried_at limit 1 for update skip locked",
        consumer.name()
    )
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(row) = row else { return Ok(false) };
    let result = {
        // The savepoint undoes a failed attempt, while its error is stored.
        let mut savepoint = sqlx::Connection::begin(&mut *transaction).await?;
        let result = consumer
            .handle(&mut savepoint, row.event_id.into(), &row.payload)
            .await;
        match result {
            Ok(()) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        result
    };
    match result {
        Ok(()) => {
            sqlx::query!(
                "delete from dead_letter where consumer = $1 and event_id = $2",
                consumer.name(),
                row.event_id
            )
            .execute(&mut *transaction)
            .await?;
        }
        Err(error) => {
            sqlx::query!(
                "update dead_letter set replay = false, reason = $3 where consumer = $1 and event_id = $2",
                consumer.name(),
                row.event_id,
                error_chain(&error),
            )
            .execute(&mut *transaction)
            .await?;
        }
    }
    transaction.commit().await?;
    Ok(true)
}
