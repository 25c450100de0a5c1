//! Changes the assignee of an order.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::UserId,
    failure::Failure,
    staff::Permission,
    validation::INVALID,
};
use proto::order::v1::{AssignOrderRequest, AssignOrderResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{State, load, lock, number};
use crate::{
    desk::{OrderSummary, TimelineDetail},
    error::OrderError,
    events, store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: AssignOrderRequest,
) -> Result<AssignOrderResponse, Failure> {
    let to = assignee(state, &request.to).await?;
    let number = number(&request.order_number)?;
    change::run(&state.pool, async |connection| {
        let order = lock(connection, &actor, &number).await?;
        let effect = assign(connection, &actor, order, Some(&request.from), to).await?;
        let order = Some(load(connection, &actor, &number).await?);
        Ok(effect.with(AssignOrderResponse { order }))
    })
    .await
}

/// Validates a new assignee: nobody, or an active staff member other than an editor.
pub(super) async fn assignee(state: &State, text: &str) -> Result<Option<UserId>, Failure> {
    if text.is_empty() {
        return Ok(None);
    }
    let user: UserId = text.parse().map_err(|_| Failure::invalid_field("to", INVALID))?;
    let member = state.account.get_staff_member(user).await?;
    if member.is_some_and(|member| {
        member.is_active && member.role.access(Permission::OrdersRead) != kit::staff::Access::Never
    }) {
        Ok(Some(user))
    } else {
        Err(Failure::invalid_field("to", "STAFF.NOT_ASSIGNABLE"))
    }
}

/// Changes the assignee of a locked order, without effect if it has the assignee already. `seen` is the assignee that the actor
/// saw; `None` = any.
pub(super) async fn assign(
    connection: &mut PgConnection,
    actor: &Actor,
    summary: OrderSummary,
    seen: Option<&str>,
    to: Option<UserId>,
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
        actor,
    )
    .await?;
    events::facts_changed(connection, summary.subject(), "assignee", version, actor).await?;
    let detail = json!({"assignee": [from, to]});
    let timeline_detail = TimelineDetail::Assigned { from, to };
    store::timeline::insert(connection, summary.id, actor, "", &timeline_detail).await?;
    Ok(Effect::audited(actor, "AssignOrder", summary.number, detail))
}
