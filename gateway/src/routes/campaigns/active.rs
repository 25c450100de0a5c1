//! `GET campaign/active`.

use axum::extract::State;

use super::campaign::Campaign;
use crate::{
    envelope::Envelope, error::ApiResult, extract::OptionalSession, routes::cacheable::Cacheable,
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
