//! The transactional outbox.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use proto::event::Event;
use sqlx::PgConnection;
use tokio::sync::watch;

use crate::{domain::EventId, telemetry::propagation};

/// Number of appends by all transactions of this process.
static APPENDS: AtomicU64 = AtomicU64::new(0);

/// Wakes the relay of this process. NOTIFY would wake those of all replicas, but serializes the commits of all databases of
/// the server.
static COMMITTED: LazyLock<watch::Sender<()>> = LazyLock::new(|| watch::Sender::new(()));

/// Returns a receiver of a signal after the commit of each transaction that may have appended an event.
pub(crate) fn committed() -> watch::Receiver<()> {
    COMMITTED.subscribe()
}

/// Returns the number of appends by all transactions of this process.
pub(crate) fn appends() -> u64 {
    APPENDS.load(Ordering::SeqCst)
}

/// Wakes the relay on drop, and so also if the commit is cancelled before its response, unless no event was appended since
/// a transaction began. An event of a concurrent transaction counts, which costs a poll that finds nothing.
pub(crate) struct WakeRelay {
    appends_at_begin: u64,
}

impl WakeRelay {
    pub(crate) const fn new(appends_at_begin: u64) -> Self {
        Self { appends_at_begin }
    }
}

impl Drop for WakeRelay {
    fn drop(&mut self) {
        if appends() != self.appends_at_begin {
            COMMITTED.send_replace(());
        }
    }
}

/// Appends an event to the outbox; the relay publishes it once the transaction of `connection` commits: at once
/// if [`crate::database::begin`] began it, else within a second.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn append<E: Event>(connection: &mut PgConnection, event: &E) -> Result<EventId, sqlx::Error> {
    insert(connection, event, None).await
}

/// Appends events in their order, by one statement.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn append_all<E: Event>(connection: &mut PgConnection, events: &[E]) -> Result<(), sqlx::Error> {
    if events.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = events.iter().map(|_| EventId::generate().uuid()).collect();
    let payloads: Vec<_> = events.iter().map(E::encode_to_vec).collect();
    sqlx::query!(
        "insert into outbox (id, subject, payload, traceparent)
         select id, $3, payload, $4
         from unnest($1::uuid[], $2::bytea[]) with ordinality as appended (id, payload, place) order by place",
        &ids,
        &payloads,
        E::SUBJECT,
        propagation::current_traceparent(),
    )
    .execute(connection)
    .await?;
    APPENDS.fetch_add(1, Ordering::SeqCst);
    Ok(())
}

/// Appends an event that the relay publishes after `delay`, by the database clock, and that [`withdraw`] can delete until then.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn append_delayed<E: Event>(
    connection: &mut PgConnection,
    event: &E,
    delay: Duration,
) -> Result<EventId, sqlx::Error> {
    insert(connection, event, Some(delay)).await
}

async fn insert<E: Event>(
    connection: &mut PgConnection,
    event: &E,
    delay: Option<Duration>,
) -> Result<EventId, sqlx::Error> {
    let id = EventId::generate();
    sqlx::query!(
        "insert into outbox (id, subject, payload, traceparent, not_before)
         values ($1, $2, $3, $4, now() + make_interval(secs => $5::float8))",
        id.uuid(),
        E::SUBJECT,
        event.encode_to_vec(),
        propagation::current_traceparent(),
        delay.map(|delay| delay.as_secs_f64()) as _,
    )
    .execute(connection)
    .await?;
    APPENDS.fetch_add(1, Ordering::SeqCst);
    Ok(id)
}

/// Ends the delay of an event.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn publish_now(connection: &mut PgConnection, event: EventId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update outbox set not_before = null where id = $1 and published_at is null",
        event.uuid(),
    )
    .execute(connection)
    .await?;
    APPENDS.fetch_add(1, Ordering::SeqCst);
    Ok(())
}

/// Deletes an event that is not published yet, and returns whether there was one. Waits for a relay that is publishing it.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn withdraw(connection: &mut PgConnection, event: EventId) -> Result<bool, sqlx::Error> {
    let deleted = sqlx::query!(
        "delete from outbox where id = $1 and published_at is null and not_before is not null",
        event.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wakes_the_relay_at_the_end_of_a_commit_that_follows_an_append() {
        let woken = committed();
        let without_append = WakeRelay::new(appends());
        drop(without_append);
        assert!(!woken.has_changed().unwrap());

        let with_append = WakeRelay::new(appends());
        APPENDS.fetch_add(1, Ordering::SeqCst);
        assert!(!woken.has_changed().unwrap(), "before the commit");
        drop(with_append);
        assert!(woken.has_changed().unwrap());
    }
}
