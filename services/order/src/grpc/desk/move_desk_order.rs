//! Changes an order's status. The operator's command line need not name the present status or a reason.

use kit::{
    caller::StaffCaller,
    change,
    failure::Failure,
    validation::{FieldErrors, REQUIRED},
};
use proto::order::v1::{MoveDeskOrderRequest, MoveDeskOrderResponse};

use super::{State, load, number};
use crate::{
    desk::StaffReason,
    order::{self, Status},
    status_change::{self, StatusRequest},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: MoveDeskOrderRequest,
) -> Result<MoveDeskOrderResponse, Failure> {
    let mut errors = FieldErrors::default();
    let from = errors.word("from", request.from);
    let is_member = actor.user().is_some();
    errors.ensure(from.is_some() || !is_member, "from", REQUIRED);
    let to = errors.required_word("to", request.to);
    let reason = errors.word("reason", request.reason);
    let text = errors.text::<0, 1000>("text", &request.text);
    let is_back = |to| from.and_then(order::previous) == Some(to);
    if to.is_some_and(|to| to == Status::Cancelled || is_back(to)) && from != to && is_member {
        errors.ensure(reason.is_some(), "reason", REQUIRED);
        let is_told = text.as_ref().is_none_or(|text| !text.is_empty());
        errors.ensure(reason != Some(StaffReason::Other) || is_told, "text", REQUIRED);
    }
    let (to, text) = errors.finish((to, text))?;
    let number = number(&request.order_number)?;
    let requested = StatusRequest {
        from,
        to,
        reason: reason.filter(|_| to == Status::Cancelled || is_back(to)),
        text: &text,
        is_notified: request.is_notified,
    };
    change::run(&state.pool, async |connection| {
        let order = status_change::lock(connection, &actor, &number).await?;
        let effect = status_change::apply(connection, &actor, order, &requested).await?;
        let order = Some(load(connection, &actor, &number).await?);
        Ok(effect.with(MoveDeskOrderResponse { order }))
    })
    .await
}
