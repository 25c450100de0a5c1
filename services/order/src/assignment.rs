//! Changes of the assignee.

use kit::{
    caller::Actor,
    change::Effect,
    domain::{EventId, UserId},
};
use serde_json::json;
use sqlx::PgConnection;

use crate::{
    desk::{OrderSummary, TimelineDetail},
    error::OrderError,
    events, store,
};

/// Changes the assignee of a locked order, without effect if it has the assignee already. `seen` is the assignee that the actor
/// saw; `None` = any. `hand_over` is the event that hands over the work of the previous one.
pub(crate) async fn assign(
    connection: &mut PgConnection,
    actor: &Actor,
    summary: OrderSummary,
    seen: Option<&str>,
    to: Option<UserId>,
    hand_over: Option<EventId>,
) -> Result<Effect, OrderError> {
    let from = summary.origin.assignee.clone();
    if seen.is_some_and(|seen| seen != from.as_deref().unwrap_or_default()) {
        return Err(OrderError::Changed("from"));
    }
    let to = to.map(|user| user.to_string());
    if to == from {
        return Ok(Effect::none());
    }
    let version = store::desk::update_assignee(connection, summary.id, to.as_deref(), actor).await?;
    events::assigned(
        connection,
        summary.subject(),
        from.as_deref(),
        to.as_deref(),
        hand_over,
        actor,
    )
    .await?;
    events::facts_changed(connection, summary.subject(), "assignee", version, actor).await?;
    let detail = json!({"assignee": [from, to]});
    let timeline_detail = TimelineDetail::Assigned { from, to };
    store::timeline::insert(connection, summary.id, actor, "", &timeline_detail).await?;
    Ok(Effect::audited(actor, "AssignOrder", summary.number, detail))
}
