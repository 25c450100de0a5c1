//! Takes back the last step of an order.

use kit::{caller::StaffCaller, change, failure::Failure, validation::FieldErrors};
use proto::order::v1::{UndoOrderStepRequest, UndoOrderStepResponse};

use super::{State, load, number};
use crate::status_change;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UndoOrderStepRequest,
) -> Result<UndoOrderStepResponse, Failure> {
    let mut errors = FieldErrors::default();
    let from = errors.required_word("from", request.from);
    let from = errors.finish(from)?;
    let number = number(&request.order_number)?;
    change::run(&state.pool, async |connection| {
        let order = status_change::lock(connection, &actor, &number).await?;
        let effect = status_change::undo(connection, &actor, order, from).await?;
        let order = Some(load(connection, &actor, &number).await?);
        Ok(effect.with(UndoOrderStepResponse { order }))
    })
    .await
}
