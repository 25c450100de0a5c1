//! Changes of an order's status, with their entry in the history and their event.

use sqlx::PgConnection;

use crate::{
    desk::By,
    events,
    order::{Change, Order},
    store,
};

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
