//! The transactional outbox.

use std::sync::LazyLock;

use proto::event::Event;
use sqlx::PgConnection;
use tokio::sync::watch;

use crate::{domain::EventId, telemetry::propagation};

/// Wakes the relay of this process, whichever transaction appends. NOTIFY would wake those of all replicas, but serializes
/// the commits of all databases of the server.
static APPENDED: LazyLock<watch::Sender<()>> = LazyLock::new(|| watch::Sender::new(()));

/// Returns a receiver of a signal at each append, before its transaction commits.
pub(super) fn appended() -> watch::Receiver<()> {
    APPENDED.subscribe()
}

/// Appends an event to the outbox; the relay publishes it once the transaction of `connection` commits.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn append<E: Event>(connection: &mut PgConnection, event: &E) -> Result<EventId, sqlx::Error> {
    let id = EventId::generate();
    sqlx::query!(
        "insert into outbox (id, subject, payload, traceparent) values ($1, $2, $3, $4)",
        id.uuid(),
        E::SUBJECT,
        event.encode_to_vec(),
        propagation::current_traceparent(),
    )
    .execute(connection)
    .await?;
    APPENDED.send_replace(());
    Ok(id)
}
