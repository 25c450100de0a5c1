//! Staff: deletes a draft.

use kit::{caller::StaffCaller, change::Change, failure::Failure};
use proto::inquiry::v1::{DeleteDraftRequest, DeleteDraftResponse};
use serde_json::json;

use super::convert;
use crate::{error::InquiryError, grpc::State, offer::edit::OfferEdit, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeleteDraftRequest,
) -> Result<DeleteDraftResponse, Failure> {
    let id = convert::offer_id(&request.offer_id)?;
    Change::new(&actor)
        .run(
            &state.pool,
            async |connection| OfferEdit::open_to_write(connection, &actor, id).await,
            async |connection, mut edit| {
                edit.check_write(request.version)?;
                edit.check_draft()?;
                store::offer::delete(connection, id).await?;
                edit.inquiry.save(connection, "offer", "").await?;
                Ok::<_, InquiryError>(
                    edit.audited("DeleteDraft", json!({"revision": [edit.offer.revision, null]})),
                )
            },
            async |_, _| Ok(()),
        )
        .await?;
    Ok(DeleteDraftResponse {})
}
