//! Calls of campaigns.

use axum::extract::State;
use kit::domain::CampaignId;
use proto::content::{
    v1 as content,
    v1::{CreateCampaignRequest, DeleteCampaignRequest, UpdateCampaignRequest},
};

use super::campaign::{Campaign, SaveCampaign, from_response};
use crate::{
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Json, OptionalSession, PathId, Staff},
    openapi::ErrorResponse,
    routes::cacheable::Cacheable,
    state::AppState,
};

/// Returns the active campaign with the earliest end; null if none is active.
#[utoipa::path(get, path = "/campaign/active", tag = "content",
    responses((status = 200, body = Envelope<Option<Campaign>>, description = "Campaign",
        example = json!(Envelope::new(Campaign::example(1))))))]
pub(crate) async fn get_active_campaign(
    State(state): State<AppState>,
    session: OptionalSession,
) -> ApiResult<Cacheable<Envelope<Option<Campaign>>>> {
    let response = state.clients.content.get_active_campaign().await?;
    let campaign = response.campaign.clone();
    let campaign = campaign.map(|campaign| Campaign::new(campaign, state.default_language));
    Ok(Cacheable::new(&session, Envelope::new(campaign)).made_from(&response))
}

/// Lists the active campaigns, earliest end first. Staff also get past and future campaigns.
#[utoipa::path(get, path = "/campaign", tag = "content",
    responses((status = 200, body = Envelope<Vec<Campaign>>, description = "Campaigns, at most 1000",
        example = json!(Envelope::new([Campaign::example(1)])))))]
pub(crate) async fn list_campaigns(
    State(state): State<AppState>,
    session: OptionalSession,
) -> ApiResult<Cacheable<Envelope<Vec<Campaign>>>> {
    let content = &state.clients.content;
    let json = |campaigns: &[content::Campaign]| {
        let campaigns = campaigns.iter().cloned();
        let campaigns = campaigns.map(|campaign| Campaign::new(campaign, state.default_language));
        Envelope::new(campaigns.collect())
    };
    if let Some(staff) = session.staff(state.default_language) {
        let response = content.fetch_campaigns(&staff).await?;
        return Ok(Cacheable::new(&session, json(&response.campaigns)));
    }
    let response = content.list_campaigns().await?;
    Ok(Cacheable::new(&session, json(&response.campaigns)).made_from(&response))
}

/// Returns an active campaign; staff can get any campaign.
#[utoipa::path(get, path = "/campaign/{id}", tag = "content",
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")),
    responses((status = 200, body = Envelope<Campaign>, description = "Campaign",
        example = json!(Envelope::new(Campaign::example(1))))))]
pub(crate) async fn get_campaign(
    State(state): State<AppState>,
    session: OptionalSession,
    PathId(id): PathId<CampaignId>,
) -> ApiResult<Cacheable<Envelope<Campaign>>> {
    let content = &state.clients.content;
    if let Some(staff) = session.staff(state.default_language) {
        let response = content.fetch_campaign(id, &staff).await?;
        let campaign = from_response(response.campaign, state.default_language)?;
        return Ok(Cacheable::new(&session, Envelope::new(campaign)));
    }
    let response = content.get_campaign(id).await?;
    let campaign = from_response(response.campaign.clone(), state.default_language)?;
    Ok(Cacheable::new(&session, Envelope::new(campaign)).made_from(&response))
}

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
