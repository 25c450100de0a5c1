//! Changes the assignee of an order.

use kit::{
    caller::StaffCaller, change, domain::UserId, failure::Failure, staff::Permission, validation::INVALID,
};
use proto::order::v1::{AssignOrderRequest, AssignOrderResponse};

use super::{State, load, lock, number};
use crate::assignment::assign;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: AssignOrderRequest,
) -> Result<AssignOrderResponse, Failure> {
    let to = assignee(state, &request.to).await?;
    let number = number(&request.order_number)?;
    change::run(&state.pool, async |connection| {
        let order = lock(connection, &actor, &number).await?;
        let effect = assign(connection, &actor, order, Some(&request.from), to, None).await?;
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
