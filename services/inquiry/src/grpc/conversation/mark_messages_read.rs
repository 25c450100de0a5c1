//! Staff: marks the customer's messages as read.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    staff::Permission,
    validation::FieldErrors,
};
use proto::inquiry::v1::{MarkMessagesReadRequest, MarkMessagesReadResponse};
use uuid::Uuid;

use super::convert;
use crate::{
    edit::Edit,
    grpc::{State, convert::number},
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: MarkMessagesReadRequest,
) -> Result<MarkMessagesReadResponse, Failure> {
    let mut errors = FieldErrors::default();
    let until = errors.parse::<Uuid>("until", &request.until_id);
    let until = errors.finish(until)?;
    let number = number(&request.number)?;
    change::run(&state.pool, async |connection| {
        let edit = Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await?;
        if store::message::mark_read(connection, edit.inquiry.id, false, Some(until)).await? {
            let by = edit.by();
            let messages = store::message::list(connection, edit.inquiry.id).await?;
            edit.change(&by).message_written(connection, &messages).await?;
            edit.change(&by).changed(connection, "message").await?;
        }
        let conversation = convert::load(connection, &edit.inquiry).await?;
        // A reading is not audited.
        Ok(Effect::none().with(MarkMessagesReadResponse {
            conversation: Some(conversation),
        }))
    })
    .await
}
