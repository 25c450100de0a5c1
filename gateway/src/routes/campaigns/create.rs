//! `POST campaign`.

use axum::extract::State;
use proto::content::v1::CreateCampaignRequest;

use super::campaign::{Campaign, SaveCampaign, from_response};
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Json, Staff},
    state::AppState,
};

/// Creates a campaign. Staff only.
#[utoipa::path(post, path = "/campaign", tag = "content",
    request_body(content = SaveCampaign, example = SaveCampaign::example),
    security(("session" = ["staff"], "xsrf" = [])),
    responses((status = 200, body = Envelope<Campaign>, description = "Campaign",
        example = json!(Envelope::new(Campaign::example(1))))))]
pub(crate) async fn create_campaign(
    State(state): State<AppState>,
    staff: Staff,
    Json(body): Json<SaveCampaign>,
) -> ApiResult<Envelope<Campaign>> {
    let request = staff.request(CreateCampaignRequest {
        campaign: Some(body.into_message(None)?),
    });
    let response = state
        .clients
        .content
        .rpcs
        .clone()
        .create_campaign(request)
        .await?
        .into_inner();
    Ok(Envelope::new(from_response(
        response.campaign,
        state.default_language,
    )?))
}
