//! `DELETE me/second-factors/{id}`.

use axum::extract::State;
use proto::account::v1::RemoveSecondFactorRequest;

use crate::{
    desk::Member,
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Removes a second factor; one confirmed factor stays.
#[utoipa::path(delete, path = "/me/second-factors/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the second factor")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Second factor removed",
        example = Acknowledgement::success),
        ErrorResponse::<409>))]
pub(crate) async fn remove_second_factor(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Acknowledgement> {
    let request = member.request(RemoveSecondFactorRequest {
        factor_id: id.get("ERROR.NOT_FOUND")?.to_string(),
    });
    state.clients.desk.clone().remove_second_factor(request).await?;
    Ok(Acknowledgement::success())
}
