//! `GET campaign`.

use axum::extract::State;
use proto::content::v1 as content;

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
