//! Staff: deletes a draft.

use kit::{caller::StaffCaller, change, failure::Failure};
use proto::inquiry::v1::{DeleteDraftRequest, DeleteDraftResponse};
use serde_json::json;

use super::convert;
use crate::{grpc::State, offer::edit::OfferEdit, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeleteDraftRequest,
) -> Result<DeleteDraftResponse, Failure> {
    let id = convert::offer_id(&request.offer_id)?;
    change::run(&state.pool, async |connection| {
        let mut edit = OfferEdit::open_to_write(connection, &actor, id).await?;
        edit.check_write(request.version)?;
        edit.check_draft()?;
        store::offer::delete(connection, id).await?;
        edit.inquiry.save(connection, "offer", "").await?;
        if !edit.offer.content.files.is_empty() {
            let by = edit.inquiry.by();
            edit.inquiry
                .change(&by)
                .offer_files_changed(connection, id)
                .await?;
        }
        let detail = json!({"revision": [edit.offer.revision, null]});
        Ok(edit.audited("DeleteDraft", detail).with(DeleteDraftResponse {}))
    })
    .await
}
