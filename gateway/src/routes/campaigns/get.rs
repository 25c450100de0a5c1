//! `GET campaign/{id}`.

use std::sync::Arc;

use axum::extract::State;
use kit::{domain::CampaignId, grpc::client::on_behalf_of};
use proto::content::v1::GetCampaignRequest;

use super::campaign::{Campaign, answered};
use crate::{
    conditional::Catalogue,
    envelope::Envelope,
    error::ApiResult,
    extract::{PathId, Visitor},
    routes::content,
    state::AppState,
};

/// One campaign that runs; to staff any.
#[utoipa::path(get, path = "/campaign/{id}", tag = "content",
    params(("id" = i64, Path, minimum = 1, description = "The campaign")),
    responses((status = 200, body = Envelope<Campaign>, description = "The campaign",
        example = json!(Envelope::new(Campaign::example(1))))))]
pub(crate) async fn get_campaign(
    State(state): State<AppState>,
    visitor: Visitor,
    PathId(id): PathId<CampaignId>,
) -> ApiResult<Catalogue<Envelope<Campaign>>> {
    let answer = match visitor.staff(state.default_language) {
        Some(staff) => {
            let request = GetCampaignRequest {
                campaign_id: id.get(),
            };
            let request = on_behalf_of(&staff, request);
            let answer = state.clients.content.clone().get_campaign(request).await?;
            Arc::new(answer.into_inner())
        }
        None => content::campaign(&state, id).await?,
    };
    let campaign = answered(answer.campaign.clone(), state.default_language)?;
    Ok(Catalogue::new(&visitor, Envelope::new(campaign)))
}
