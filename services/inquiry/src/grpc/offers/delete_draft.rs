//! Staff: deletes a draft.

use kit::{caller::StaffCaller, failure::Failure};
use proto::inquiry::v1::{DeleteDraftRequest, DeleteDraftResponse};
use serde_json::json;

use super::{convert, edit::OfferEdit};
use crate::{grpc::State, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeleteDraftRequest,
) -> Result<DeleteDraftResponse, Failure> {
    let id = convert::offer_id(&request.offer_id)?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let mut edit = OfferEdit::open(&mut transaction, &actor, id).await?;
    edit.check_write(request.version)?;
    edit.check_draft()?;
    store::offer::delete(&mut transaction, id).await?;
    edit.inquiry.save(&mut transaction, "offer", "").await?;
    let detail = json!({"revision": [edit.offer.revision, null]});
    edit.audit(&mut transaction, "DeleteDraft", detail).await?;
    transaction.commit().await?;
    Ok(DeleteDraftResponse {})
}
