//! `GET campaign/active`.

use axum::extract::State;

use super::campaign::Campaign;
use crate::{
    conditional::Catalogue, envelope::Envelope, error::ApiResult, extract::Visitor, routes::content,
    state::AppState,
};

/// The campaign that runs, the soonest to end where several do; null where none does.
#[utoipa::path(get, path = "/campaign/active", tag = "content",
    responses((status = 200, body = Envelope<Option<Campaign>>, description = "The campaign",
        example = json!(Envelope::new(Campaign::example(1))))))]
pub(crate) async fn get_active_campaign(
    State(state): State<AppState>,
    visitor: Visitor,
) -> ApiResult<Catalogue<Envelope<Option<Campaign>>>> {
    let answer = content::active_campaign(&state).await?;
    let campaign = answer.campaign.clone();
    let campaign = campaign.map(|campaign| Campaign::new(campaign, state.default_language));
    Ok(Catalogue::new(&visitor, Envelope::new(campaign)))
}
