//! `GET campaign`.

use std::sync::Arc;

use axum::extract::State;
use kit::grpc::client::on_behalf_of;
use proto::content::v1::ListCampaignsRequest;

use super::campaign::Campaign;
use crate::{
    conditional::Catalogue, envelope::Envelope, error::ApiResult, extract::Visitor, routes::content,
    state::AppState,
};

/// The campaigns that run, the soonest to end first; staff sees those that are over or yet to come, too.
#[utoipa::path(get, path = "/campaign", tag = "content",
    responses((status = 200, body = Envelope<Vec<Campaign>>, description = "At most 1000",
        example = json!(Envelope::new([Campaign::example(1)])))))]
pub(crate) async fn list_campaigns(
    State(state): State<AppState>,
    visitor: Visitor,
) -> ApiResult<Catalogue<Envelope<Vec<Campaign>>>> {
    let answer = match visitor.staff(state.default_language) {
        Some(staff) => {
            let request = on_behalf_of(&staff, ListCampaignsRequest {});
            let answer = state.clients.content.clone().list_campaigns(request).await?;
            Arc::new(answer.into_inner())
        }
        None => content::campaigns(&state).await?,
    };
    let campaigns = answer
        .campaigns
        .iter()
        .map(|campaign| Campaign::new(campaign.clone(), state.default_language))
        .collect();
    Ok(Catalogue::new(&visitor, Envelope::new(campaigns)))
}
