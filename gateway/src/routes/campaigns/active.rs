//! `GET campaign/active`.

use axum::extract::State;

use super::campaign::Campaign;
use crate::{
    envelope::Envelope, error::ApiResult, extract::OptionalSession, routes::cacheable::Cacheable,
    state::AppState,
};

/// The campaign that runs, the soonest to end where several do; null where none does.
#[utoipa::path(get, path = "/campaign/active", tag = "content",
    responses((status = 200, body = Envelope<Option<Campaign>>, description = "The campaign",
        example = json!(Envelope::new(Campaign::example(1))))))]
pub(crate) async fn get_active_campaign(
    State(state): State<AppState>,
    session: OptionalSession,
) -> ApiResult<Cacheable<Envelope<Option<Campaign>>>> {
    let response = state.clients.content.get_active_campaign().await?;
    let campaign = response.campaign.clone();
    let campaign = campaign.map(|campaign| Campaign::new(campaign, state.default_language));
    Ok(Cacheable::new(&session, Envelope::new(campaign)))
}
