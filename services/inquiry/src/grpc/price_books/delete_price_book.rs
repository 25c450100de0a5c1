//! Staff: deletes the draft.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::inquiry::v1::{DeletePriceBookRequest, DeletePriceBookResponse};
use serde_json::json;

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeletePriceBookRequest,
) -> Result<DeletePriceBookResponse, Failure> {
    change::run(&state.pool, async |connection| {
        let draft = super::lock_draft(connection).await?;
        let head = draft.head;
        if head.record_version != request.record_version {
            return Err(super::changed());
        }
        store::price_book::desk::delete_draft(connection).await?;
        let detail = json!({"recordVersion": [head.record_version, null]});
        let mut effect = super::audited(draft.unaudited, head.version)?;
        effect.add(Effect::audited(
            &actor,
            "DeletePriceBook",
            head.version.to_string(),
            detail,
        ));
        Ok(effect.with(DeletePriceBookResponse {}))
    })
    .await
}
