//! What this service does on hearing events: it writes down whom to write to, and about what.

mod catalogue_requested;
mod contact_received;
mod order_cancelled;
mod order_created;
mod order_status_changed;
mod password_reset_requested;
mod quote_requested;
mod registered;

use kit::{domain::EventId, events::HandlerError, service::Service, telemetry::propagation};
use sqlx::PgConnection;

use crate::{mail::Occasion, store};

/// Hears all of them.
pub(crate) fn add_to(service: Service) -> Service {
    service
        .consumer(registered::GreetUser)
        .consumer(password_reset_requested::SendReset)
        .consumer(order_created::TellOrder)
        .consumer(order_cancelled::TellCancel)
        .consumer(order_status_changed::TellMove)
        .consumer(quote_requested::TellQuote)
        .consumer(contact_received::TellMessage)
        .consumer(catalogue_requested::SendCatalogue)
}

/// Writes the mails of an event down. They become part of the event's trace.
async fn write(
    connection: &mut PgConnection,
    event: EventId,
    occasions: &[Occasion],
) -> Result<(), HandlerError> {
    let traceparent = propagation::current_traceparent();
    for occasion in occasions {
        store::insert(connection, event, *occasion, traceparent.as_deref()).await?;
    }
    Ok(())
}
