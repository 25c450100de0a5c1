//! The transactional outbox.

use proto::event::Event;
use sqlx::PgConnection;

use crate::{domain::EventId, telemetry::propagation};

/// Appends an event to the outbox; the relay publishes it once the transaction of `connection` commits.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn append<E: Event>(connection: &mut PgConnection, event: &E) -> Result<EventId, sqlx::Error> {
    let id = EventId::generate();
    // PostgreSQL delivers the notification to the relay at commit.
    sqlx::query!(
        "with written as (
             insert into outbox (id, subject, payload, traceparent) values ($1, $2, $3, $4) returning id
         )
         select pg_notify('outbox', '') from written",
        id.uuid(),
        E::SUBJECT,
        event.encode_to_vec(),
        propagation::current_traceparent(),
    )
    .execute(connection)
    .await?;
    Ok(id)
}
