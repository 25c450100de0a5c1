//! `GET campaign/{id}`.

use axum::extract::State;
use kit::domain::CampaignId;

use super::campaign::{Campaign, from_response};
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{OptionalSession, PathId},
    routes::cacheable::Cacheable,
    state::AppState,
};

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
