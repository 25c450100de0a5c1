//! `GET campaign`.

use axum::extract::State;

use super::campaign::Campaign;
use crate::{
    envelope::Envelope, error::ApiResult, extract::OptionalSession, routes::cacheable::Cacheable,
    state::AppState,
};

/// Lists the active campaigns, earliest end first. Staff also get past and future campaigns.
#[utoipa::path(get, path = "/campaign", tag = "content",
    responses((status = 200, body = Envelope<Vec<Campaign>>, description = "Campaigns, at most 1000",
        example = json!(Envelope::new([Campaign::example(1)])))))]
pub(crate) async fn list_campaigns(
    State(state): State<AppState>,
    session: OptionalSession,
) -> ApiResult<Cacheable<Envelope<Vec<Campaign>>>> {
    let staff = session.staff(state.default_language);
    let response = state.clients.content.list_campaigns(staff).await?;
    let campaigns = response
        .campaigns
        .iter()
        .map(|campaign| Campaign::new(campaign.clone(), state.default_language))
        .collect();
    Ok(Cacheable::new(&session, Envelope::new(campaigns)))
}
