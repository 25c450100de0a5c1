//! Events that can never succeed, set aside for a person to look at.

use std::{collections::BTreeMap, time::Duration};

use sqlx::PgPool;

use super::handler::{Consumer, HandlerError};
use crate::{domain::EventId, failure::error_chain};

/// How often the running service looks for letters that should be handled again.
const REPLAY_POLL: Duration = Duration::from_secs(5);

/// What is kept of an event.
pub(super) struct Letter<'a> {
    pub consumer: &'a str,
    pub event_id: EventId,
    pub subject: &'a str,
    pub payload: &'a [u8],
    pub traceparent: Option<&'a str>,
    pub reason: &'a str,
}

/// Sets an event aside and notes it in the inbox, so that it is not handled again by itself.
pub(super) async fn bury(pool: &PgPool, letter: &Letter<'_>) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
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
    transaction.commit().await
}

/// A dead letter, for people.
#[derive(Debug)]
pub struct DeadLetter {
    /// Who could not handle it.
    pub consumer: String,
    /// The event's id.
    pub event_id: EventId,
    /// The event's subject.
    pub subject: String,
    /// What was said.
    pub reason: String,
    /// When it was set aside.
    pub buried_at: time::OffsetDateTime,
}

/// The oldest thousand.
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
            buried_at: row.buried_at,
        })
        .collect())
}

/// How many lie there, by consumer.
pub(crate) async fn counts(pool: &PgPool) -> Result<BTreeMap<String, i64>, sqlx::Error> {
    let rows = sqlx::query!(r#"select consumer, count(*) as "letters!" from dead_letter group by consumer"#)
        .fetch_all(pool)
        .await?;
    Ok(rows.into_iter().map(|row| (row.consumer, row.letters)).collect())
}

/// Asks the running service to handle letters again: one, or all; answers how many.
pub async fn request_replay(pool: &PgPool, event: Option<EventId>) -> Result<u64, sqlx::Error> {
    let marked = sqlx::query!(
        "update dead_letter set replay = true where $1::uuid is null or event_id = $1",
        event.map(EventId::uuid)
    )
    .execute(pool)
    .await?;
    Ok(marked.rows_affected())
}

/// Handles the letters that a person asked for, for ever.
pub(super) async fn replay_loop(consumer: &Consumer, pool: &PgPool) {
    loop {
        tokio::time::sleep(REPLAY_POLL).await;
        match replay_one(consumer, pool).await {
            Ok(_) => {}
            Err(error) => tracing::debug!(error = error_chain(&error), "dead letters cannot be replayed now"),
        }
    }
}

async fn replay_one(consumer: &Consumer, pool: &PgPool) -> Result<bool, HandlerError> {
    let mut transaction = pool.begin().await?;
    let row = sqlx::query!(
        "select event_id, payload from dead_letter where consumer = $1 and replay
         order by buried_at limit 1 for update skip locked",
        consumer.name()
    )
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(row) = row else { return Ok(false) };
    let outcome = {
        // A savepoint: what a failed try has done is undone, what it says is kept.
        let mut savepoint = sqlx::Connection::begin(&mut *transaction).await?;
        let outcome = consumer
            .handle(&mut savepoint, row.event_id.into(), &row.payload)
            .await;
        match outcome {
            Ok(()) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        outcome
    };
    match outcome {
        Ok(()) => {
            sqlx::query!(
                "delete from dead_letter where consumer = $1 and event_id = $2",
                consumer.name(),
                row.event_id
            )
            .execute(&mut *transaction)
            .await?;
        }
        Err(refusal) => {
            sqlx::query!(
                "update dead_letter set replay = false, reason = $3 where consumer = $1 and event_id = $2",
                consumer.name(),
                row.event_id,
                error_chain(&refusal),
            )
            .execute(&mut *transaction)
            .await?;
        }
    }
    transaction.commit().await?;
    Ok(true)
}
