//! `DELETE campaign/{id}`.

use axum::extract::State;
use kit::domain::CampaignId;
use proto::content::v1::DeleteCampaignRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{PathId, Staff},
    state::AppState,
};

/// Deletes a campaign. Staff only.
#[utoipa::path(delete, path = "/campaign/{id}", tag = "content",
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")),
    security(("session" = ["staff"], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Campaign deleted",
        example = Acknowledgement::success)))]
pub(crate) async fn delete_campaign(
    State(state): State<AppState>,
    staff: Staff,
    PathId(id): PathId<CampaignId>,
) -> ApiResult<Acknowledgement> {
    let request = staff.request(DeleteCampaignRequest {
        campaign_id: id.get(),
    });
    state
        .clients
        .content
        .rpcs
        .clone()
        .delete_campaign(request)
        .await?;
    Ok(Acknowledgement::success())
}
