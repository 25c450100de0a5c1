//! Changes of an order's status, with their entry in the history and their event.
//!
//! A step of a staff member can be taken back for some seconds: its event, from which mails follow, is published after them.

use std::time::Duration;

use kit::{
    caller::Actor,
    change::Effect,
    domain::OrderId,
    events::{publish_now, withdraw},
};
use serde_json::json;
use sqlx::PgConnection;

use crate::{
    desk::{self, StaffChange, StaffReason},
    error::OrderError,
    events,
    order::{Change, Order, Status},
    store,
};

/// Time for which a step of a staff member can be taken back.
const UNDO: Duration = Duration::from_secs(8);

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
    let undo = by.filter(|by| by.actor.user().is_some()).map(|_| UNDO);
    let version = store::order::update_status(connection, order, by).await?;
    let event = match by {
        Some(by) if !by.is_mailed => None,
        _ => Some(events::changed(connection, order, change, by, undo).await?),
    };
    store::order::insert_history_entry(connection, order, change.reason(), by, event, undo).await?;
    if let (Some(by), true) = (by, event.is_none() || undo.is_some()) {
        // The open pages of others show the step at once.
        events::facts_changed(connection, order.subject(), "status", version, by.actor).await?;
    }
    Ok(())
}

/// Makes the last step of a locked order final, before a mail that tells the new status.
///
/// # Errors
///
/// Fails if a query fails.
pub(crate) async fn close(connection: &mut PgConnection, order: OrderId) -> Result<(), sqlx::Error> {
    for event in store::undo::close(connection, order).await? {
        publish_now(connection, event).await?;
    }
    Ok(())
}

/// Takes back the last step of a locked order.
///
/// # Errors
///
/// Fails if the order has another status than `from`, the step is final or of another staff member, and if a query fails.
pub(crate) async fn undo(
    connection: &mut PgConnection,
    actor: &Actor,
    mut order: Order,
    from: Status,
) -> Result<Effect, OrderError> {
    if order.status != from {
        return Err(OrderError::Changed("from"));
    }
    let step = store::undo::find(connection, order.id).await?;
    let step = step
        .filter(|step| !step.is_replaced)
        .ok_or(OrderError::StepFinal)?;
    if !desk::may_undo(actor, step.actor.as_deref()) {
        return Err(OrderError::Role);
    }
    if let Some(event) = step.event
        && !withdraw(connection, event).await?
    {
        return Err(OrderError::StepFinal);
    }
    store::undo::delete(connection, order.id, &step).await?;
    order.status = step.previous;
    let by = StaffChange {
        actor,
        reason: None,
        text: "",
        is_mailed: false,
    };
    let version = store::order::update_status(connection, &order, Some(&by)).await?;
    events::facts_changed(connection, order.subject(), "status", version, actor).await?;
    let detail = json!({"status": [from.name(), step.previous.name()]});
    Ok(Effect::audited(actor, "UndoOrderStatus", order.number, detail))
}

/// A status that staff requests.
pub(crate) struct StatusRequest<'request> {
    /// The status that the actor saw; `None` = any.
    pub(crate) from: Option<Status>,
    pub(crate) to: Status,
    pub(crate) reason: Option<StaffReason>,
    pub(crate) text: &'request str,
    /// Whether the customer gets a mail of a step back; other steps are always mailed.
    pub(crate) is_notified: bool,
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
    // Several orders go forward only.
    let is_back = requested.from.is_some() && desk::previous_status(actor, from) == Some(to);
    let is_made = order.lines.iter().any(|line| line.is_made_to_order);
    if !is_back && !desk::may_move(actor, from, to, is_made) {
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
    let change = if is_back {
        order.status = to;
        Change::StatusChanged
    } else {
        order.change_status(to)?
    };
    if to == Status::Shipped && !is_back {
        let method = store::desk::delivery_method(connection, order.id).await?;
        if !desk::has_destination(&order.shipping, method) {
            return Err(OrderError::NoAddress);
        }
    }
    let by = StaffChange {
        actor,
        reason: requested.reason,
        text: requested.text,
        is_mailed: !is_back || requested.is_notified,
    };
    record(connection, &order, change, Some(&by)).await?;
    let mut detail = json!({"status": [from.name(), to.name()]});
    if let (Some(reason), Some(fields)) = (requested.reason, detail.as_object_mut()) {
        fields.insert("reason".to_owned(), json!([null, reason.name()]));
    }
    Ok(Effect::audited(actor, "UpdateOrderStatus", order.number, detail))
}
