//! `PUT campaign/{id}`.

use axum::extract::State;
use kit::domain::CampaignId;
use proto::content::v1::UpdateCampaignRequest;

use super::campaign::{Campaign, SaveCampaign, from_response};
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Json, PathId, Staff},
    openapi::ErrorResponse,
    state::AppState,
};

/// Replaces a campaign. Staff only.
#[utoipa::path(put, path = "/campaign/{id}", tag = "content",
    request_body(content = SaveCampaign, example = SaveCampaign::versioned_example),
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")),
    security(("session" = ["staff"], "xsrf" = [])),
    responses((status = 200, body = Envelope<Campaign>, description = "Campaign",
        example = json!(Envelope::new(Campaign::example(2)))),
        ErrorResponse::<409>))]
pub(crate) async fn update_campaign(
    State(state): State<AppState>,
    staff: Staff,
    PathId(id): PathId<CampaignId>,
    Json(body): Json<SaveCampaign>,
) -> ApiResult<Envelope<Campaign>> {
    let request = staff.request(UpdateCampaignRequest {
        campaign: Some(body.into_message(Some(id))?),
    });
    let response = state
        .clients
        .content
        .rpcs
        .clone()
        .update_campaign(request)
        .await?
        .into_inner();
    Ok(Envelope::new(from_response(
        response.campaign,
        state.default_language,
    )?))
}
