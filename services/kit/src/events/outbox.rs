//! Writing down what happened.

use proto::event::Event;
use sqlx::PgConnection;

use crate::{domain::EventId, telemetry::propagation};

/// Writes an event into the outbox. It is sent once the transaction that `connection` is in commits.
pub async fn append<E: Event>(connection: &mut PgConnection, event: &E) -> Result<EventId, sqlx::Error> {
    let id = EventId::generate();
    // The relay hears the notification when the transaction commits.
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
