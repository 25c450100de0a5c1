//! `GET campaign`.

use axum::extract::State;

use super::campaign::Campaign;
use crate::{
    envelope::Envelope, error::ApiResult, extract::OptionalSession, routes::cacheable::Cacheable,
    state::AppState,
};

/// The campaigns that run, the soonest to end first; staff sees those that are over or yet to come, too.
#[utoipa::path(get, path = "/campaign", tag = "content",
    responses((status = 200, body = Envelope<Vec<Campaign>>, description = "At most 1000",
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
