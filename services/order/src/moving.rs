//! Changes of an order's status, with their entry in the history and their event.

use kit::caller::Actor;
use sqlx::PgConnection;

use crate::{
    desk::StaffReason,
    events,
    order::{Change, Order},
    store,
};

/// The staff member of a change, with the reason and text given for it.
pub(crate) struct By<'change> {
    pub(crate) actor: &'change Actor,
    pub(crate) reason: Option<StaffReason>,
    pub(crate) text: &'change str,
}

/// Stores and publishes a changed status; `by` is `None` for the customer and the system.
///
/// # Errors
///
/// Fails if a query fails.
pub(crate) async fn record(
    connection: &mut PgConnection,
    order: &Order,
    change: Change,
    by: Option<&By<'_>>,
) -> Result<(), sqlx::Error> {
    store::order::update_status(connection, order, by).await?;
    store::order::insert_history_entry(connection, order, change.reason(), by).await?;
    events::changed(connection, order, change, by).await
}
