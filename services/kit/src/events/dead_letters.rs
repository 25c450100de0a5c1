//! Events that no retry can fix, kept for manual inspection and replay.

use std::{collections::BTreeMap, time::Duration};

use futures::future::join_all;
use sqlx::{PgExecutor, PgPool};
use tokio_util::sync::CancellationToken;

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
    /// The last error, without values that may be personal.
    pub reason: String,
    /// Whether the running service is asked to handle the event again.
    pub is_replaying: bool,
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
        "select consumer, event_id, subject, reason, replay, buried_at from dead_letter
         order by buried_at limit 1000"
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| DeadLetter {
            consumer: row.consumer,
            event_id: row.event_id.into(),
            subject: row.subject,
            reason: without_values(&row.reason),
            is_replaying: row.replay,
            dead_lettered_at: row.buried_at,
        })
        .collect())
}

/// Returns the text of an error without quoted values, e-mail addresses and phone numbers.
fn without_values(reason: &str) -> String {
    let outside = reason.split('"').enumerate();
    let quoted = outside.map(|(index, part)| if index % 2 == 0 { part } else { "…" });
    let words = quoted.collect::<Vec<_>>().join("\"");
    let words = words
        .split(' ')
        .map(|word| if is_value(word) { "…" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a word is an e-mail address, or a number that is as long as one of a phone.
fn is_value(word: &str) -> bool {
    let is_sign = |character: char| "+-().,:;".contains(character);
    let digits = word.chars().filter(char::is_ascii_digit).count();
    word.contains('@')
        || digits >= 7
            && word
                .chars()
                .all(|character| character.is_ascii_digit() || is_sign(character))
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
pub async fn request_replay(
    executor: impl PgExecutor<'_>,
    event: Option<EventId>,
) -> Result<u64, sqlx::Error> {
    let marked = sqlx::query!(
        "update dead_letter set replay = true where $1::uuid is null or event_id = $1",
        event.map(EventId::uuid)
    )
    .execute(executor)
    .await?;
    Ok(marked.rows_affected())
}

/// Replays requested dead letters until cancelled; a replay in progress is undone.
pub(crate) async fn run(consumers: Vec<Consumer>, pool: PgPool, stop: CancellationToken) {
    let polls = crate::periodic::run(
        "replay of dead letters",
        REPLAY_POLL_INTERVAL,
        stop.clone(),
        async || {
            let requested = requested(&pool).await?;
            let is_requested = |consumer: &&Consumer| requested.iter().any(|name| name == consumer.name());
            let replays = consumers.iter().filter(is_requested);
            join_all(replays.map(|consumer| replay(consumer, &pool))).await;
            Ok::<_, sqlx::Error>(())
        },
    );
    stop.run_until_cancelled(polls).await;
}

/// Returns the consumers with dead letters to replay. One statement for all, as most polls find none.
async fn requested(pool: &PgPool) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!("select distinct consumer from dead_letter where replay")
        .fetch_all(pool)
        .await
}

/// Replays the requested dead letters of a consumer.
async fn replay(consumer: &Consumer, pool: &PgPool) {
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

#[cfg(test)]
mod tests {
    use super::without_values;

    #[test]
    fn reasons_have_no_values() {
        for (reason, shown) in [
            ("rejected: the order has ended", "rejected: the order has ended"),
            ("invalid e-mail leyla@example.az given", "invalid e-mail … given"),
            (
                "the phone +994 50 is known as 0501234567.",
                "the phone +994 50 is known as …",
            ),
            (
                "invalid input syntax for type uuid: \"Leyla Məmmədova\" at 3",
                "invalid input syntax for type uuid: \"…\" at 3",
            ),
            (
                "no order 01936b2e-7c00-7000-8000-000000000301 (SB-4K7Q2M0X)",
                "no order 01936b2e-7c00-7000-8000-000000000301 (SB-4K7Q2M0X)",
            ),
        ] {
            assert_eq!(without_values(reason), shown);
        }
    }
}
