//! Event handlers, which insert the mails of each event.

mod catalogue_requested;
mod contact_received;
mod email_verification_requested;
mod order_cancelled;
mod order_created;
mod order_lapsing;
mod order_status_changed;
mod password_reset_requested;
mod quote_requested;
mod registered;

use kit::{domain::EventId, events::HandlerError, service::Service, telemetry::propagation};
use sqlx::PgConnection;

use crate::{mail::MailKind, store};

/// Adds all consumers.
pub(crate) fn add_to(service: Service) -> Service {
    service
        .consumer(registered::WelcomeUser)
        .consumer(email_verification_requested::SendVerification)
        .consumer(password_reset_requested::SendReset)
        .consumer(order_created::NotifyOrder)
        .consumer(order_cancelled::NotifyCancellation)
        .consumer(order_lapsing::NotifyLapse)
        .consumer(order_status_changed::NotifyStatus)
        .consumer(quote_requested::NotifyQuote)
        .consumer(contact_received::NotifyMessage)
        .consumer(catalogue_requested::SendCatalogue)
}

/// Inserts the mails of an event, with the event's trace.
async fn insert_mails(
    connection: &mut PgConnection,
    event: EventId,
    kinds: &[MailKind],
) -> Result<(), HandlerError> {
    let traceparent = propagation::current_traceparent();
    for kind in kinds {
        store::insert(connection, event, *kind, traceparent.as_deref()).await?;
    }
    Ok(())
}
