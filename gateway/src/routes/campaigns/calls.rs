//! Calls of campaigns.

use axum::extract::State;
use kit::domain::CampaignId;

use super::campaign::Campaign;
use crate::{
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{OptionalSession, PathId},
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

/// Lists the active campaigns, earliest end first.
#[utoipa::path(get, path = "/campaign", tag = "content",
    responses((status = 200, body = Envelope<Vec<Campaign>>, description = "Campaigns, at most 1000",
        example = json!(Envelope::new([Campaign::example(1)])))))]
pub(crate) async fn list_campaigns(
    State(state): State<AppState>,
    session: OptionalSession,
) -> ApiResult<Cacheable<Envelope<Vec<Campaign>>>> {
    let response = state.clients.content.list_campaigns().await?;
    let campaigns = response.campaigns.iter().cloned();
    let campaigns = campaigns.map(|campaign| Campaign::new(campaign, state.default_language));
    Ok(Cacheable::new(&session, Envelope::new(campaigns.collect())).made_from(&response))
}

/// Returns an active campaign.
#[utoipa::path(get, path = "/campaign/{id}", tag = "content",
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")),
    responses((status = 200, body = Envelope<Campaign>, description = "Campaign",
        example = json!(Envelope::new(Campaign::example(1))))))]
pub(crate) async fn get_campaign(
    State(state): State<AppState>,
    session: OptionalSession,
    PathId(id): PathId<CampaignId>,
) -> ApiResult<Cacheable<Envelope<Campaign>>> {
    let response = state.clients.content.get_campaign(id).await?;
    let campaign = response.campaign.clone().ok_or_else(ApiError::not_found)?;
    let campaign = Campaign::new(campaign, state.default_language);
    Ok(Cacheable::new(&session, Envelope::new(campaign)).made_from(&response))
}
