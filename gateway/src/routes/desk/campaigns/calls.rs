//! Calls of campaigns: the only ones that change them.

use axum::extract::State;
use kit::{
    domain::CampaignId,
    failure::{Code, Failure},
};
use proto::content::v1::{
    CreateCampaignRequest, DeleteCampaignRequest, GetCampaignRequest, ListCampaignsRequest,
    UpdateCampaignRequest,
};

use crate::{
    desk::{Member, is_conflict, present_on_conflict},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Json, PathOf},
    openapi::ErrorResponse,
    routes::campaigns::{Campaign, SaveCampaign, from_response},
    state::AppState,
};

/// Lists all campaigns, earliest end first.
#[utoipa::path(get, path = "/content/campaigns", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<Campaign>>, description = "Campaigns",
        example = json!(Envelope::new(vec![Campaign::example(1)])))))]
pub(crate) async fn list_desk_campaigns(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<Vec<Campaign>>> {
    let request = member.request(ListCampaignsRequest {});
    let response = state.clients.content.rpcs.clone().list_campaigns(request).await?;
    let campaigns = response.into_inner().campaigns.into_iter();
    let campaigns = campaigns.map(|campaign| Campaign::new(campaign, state.default_language));
    Ok(Envelope::new(campaigns.collect()))
}

/// Returns a campaign.
#[utoipa::path(get, path = "/content/campaigns/{id}", tag = "desk",
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Campaign>, description = "Campaign",
        example = json!(Envelope::new(Campaign::example(1))))))]
pub(crate) async fn get_desk_campaign(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<CampaignId>,
) -> ApiResult<Envelope<Campaign>> {
    let id = parse(id)?;
    Ok(Envelope::new(fetch(&state, &member, id).await?))
}

/// Creates a campaign.
#[utoipa::path(post, path = "/content/campaigns", tag = "desk",
    request_body(content = SaveCampaign, example = SaveCampaign::example),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Campaign>, description = "Campaign",
        example = json!(Envelope::new(Campaign::example(1))))))]
pub(crate) async fn create_desk_campaign(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<SaveCampaign>,
) -> ApiResult<Envelope<Campaign>> {
    let request = member.request(CreateCampaignRequest {
        campaign: Some(body.into_message(None)?),
    });
    let mut content = state.clients.content.rpcs.clone();
    let response = content.create_campaign(request).await?.into_inner();
    let campaign = from_response(response.campaign, state.default_language)?;
    Ok(Envelope::new(campaign))
}

/// Replaces a campaign.
#[utoipa::path(put, path = "/content/campaigns/{id}", tag = "desk",
    request_body(content = SaveCampaign, example = SaveCampaign::versioned_example),
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Campaign>, description = "Campaign",
        example = json!(Envelope::new(Campaign::example(2)))),
        ErrorResponse::<409>))]
pub(crate) async fn update_desk_campaign(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<CampaignId>,
    Json(body): Json<SaveCampaign>,
) -> ApiResult<Envelope<Campaign>> {
    let id = parse(id)?;
    let request = member.request(UpdateCampaignRequest {
        campaign: Some(body.into_message(Some(id))?),
    });
    let updated = state.clients.content.rpcs.clone().update_campaign(request).await;
    let updated = present_on_conflict(updated, is_conflict, || fetch(&state, &member, id)).await?;
    let campaign = from_response(updated.into_inner().campaign, state.default_language)?;
    Ok(Envelope::new(campaign))
}

/// Deletes a campaign.
#[utoipa::path(delete, path = "/content/campaigns/{id}", tag = "desk",
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Campaign deleted",
        example = Acknowledgement::success)))]
pub(crate) async fn delete_desk_campaign(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<CampaignId>,
) -> ApiResult<Acknowledgement> {
    let request = member.request(DeleteCampaignRequest {
        campaign_id: parse(id)?.get(),
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

/// Returns the present campaign.
async fn fetch(state: &AppState, member: &Member, id: CampaignId) -> ApiResult<Campaign> {
    let request = member.request(GetCampaignRequest {
        campaign_id: id.get(),
    });
    let response = state.clients.content.rpcs.clone().get_campaign(request).await?;
    from_response(response.into_inner().campaign, state.default_language)
}

/// Returns the id of a path.
fn parse(id: PathOf<CampaignId>) -> Result<CampaignId, Failure> {
    id.get(Failure::new(Code::NotFound).reason.as_str())
}
