//! Changes of an order's status, with their entry in the history and their event.

use kit::{caller::Actor, change::Effect};
use serde_json::json;
use sqlx::PgConnection;

use crate::{
    desk::{self, StaffChange, StaffReason},
    error::OrderError,
    events,
    order::{Change, Order, Status},
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
    by: Option<&StaffChange<'_>>,
) -> Result<(), sqlx::Error> {
    store::order::update_status(connection, order, by).await?;
    store::order::insert_history_entry(connection, order, change.reason(), by).await?;
    events::changed(connection, order, change, by).await
}

/// A status that staff requests.
pub(crate) struct StatusRequest<'request> {
    /// The status that the actor saw; `None` = any.
    pub(crate) from: Option<Status>,
    pub(crate) to: Status,
    pub(crate) reason: Option<StaffReason>,
    pub(crate) text: &'request str,
}

/// Locks an order that the actor may read.
///
/// # Errors
///
/// Fails with [`OrderError::NotFound`] if there is none, and if a query fails.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    actor: &Actor,
    number: &str,
) -> Result<Order, OrderError> {
    store::order::lock_by_number(connection, number)
        .await?
        .filter(|order| desk::visible_statuses(actor).contains(&order.status))
        .ok_or(OrderError::NotFound)
}

/// Changes the status of a locked order for staff, without effect if it has the status that the actor saw.
///
/// # Errors
///
/// Fails if the actor or the present status does not allow the change, and if a query fails.
pub(crate) async fn apply(
    connection: &mut PgConnection,
    actor: &Actor,
    mut order: Order,
    requested: &StatusRequest<'_>,
) -> Result<Effect, OrderError> {
    let (from, to) = (order.status, requested.to);
    if !desk::may_move(actor, from, to) {
        return Err(OrderError::Role);
    }
    if let Some(seen) = requested.from {
        if seen != from {
            return Err(OrderError::Changed("from"));
        }
        if to == from {
            return Ok(Effect::none());
        }
    }
    let change = order.change_status(to)?;
    if to == Status::Shipped {
        let method = store::desk::delivery_method(connection, order.id).await?;
        if !desk::has_destination(&order.shipping, method) {
            return Err(OrderError::NoAddress);
        }
    }
    let by = StaffChange {
        actor,
        reason: requested.reason,
        text: requested.text,
    };
    record(connection, &order, change, Some(&by)).await?;
    let mut detail = json!({"status": [from.name(), to.name()]});
    if let (Some(reason), Some(fields)) = (requested.reason, detail.as_object_mut()) {
        fields.insert("reason".to_owned(), json!([null, reason.name()]));
    }
    Ok(Effect::audited(actor, "UpdateOrderStatus", order.number, detail))
}
