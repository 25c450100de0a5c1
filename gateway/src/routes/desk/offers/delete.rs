//! `DELETE offers/{id}`.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::inquiry::v1::DeleteDraftRequest;

use super::{NOT_FOUND, offer::or_present};
use crate::{
    desk::Member,
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{PathOf, QueryValues, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Deletes a draft.
#[utoipa::path(delete, path = "/offers/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        ("version" = i64, Query, description = "Version that the caller saw")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Deleted",
        example = json!(Acknowledgement::success())),
        ErrorResponse::<409>))]
pub(crate) async fn delete_draft(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    query: QueryValues,
) -> ApiResult<Acknowledgement> {
    let mut errors = FieldErrors::default();
    let version = query.version(&mut errors);
    let version = errors.finish(version)?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(DeleteDraftRequest {
        offer_id: offer_id.clone(),
        version,
    });
    let deleted = state.clients.offers.clone().delete_draft(request).await;
    or_present(&state, &member, &offer_id, deleted).await?;
    Ok(Acknowledgement::success())
}
