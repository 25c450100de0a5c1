//! What the shop shows beside its products, as all calls ask it: remembered answers.

use std::{hash::Hash, sync::Arc};

use kit::domain::{CampaignId, ProjectId};
use prost::Message as _;
use proto::content::v1::{
    GetActiveCampaignRequest, GetActiveCampaignResponse, GetCampaignRequest, GetCampaignResponse,
    GetProjectRequest, GetProjectResponse, ListCampaignsRequest, ListCampaignsResponse, ListProjectsRequest,
    ListProjectsResponse, ListPromosRequest, ListPromosResponse, ListStoresRequest, ListStoresResponse,
};

use super::catalogue::asks;
use crate::{cache::Cache, state::AppState};

/// An answer of the content service, or its refusal.
type Answer<T> = Result<Arc<T>, tonic::Status>;

/// The campaign to show now.
pub(crate) async fn active_campaign(state: &AppState) -> Answer<GetActiveCampaignResponse> {
    let mut content = state.clients.content.clone();
    let ask = content.get_active_campaign(asks(state, GetActiveCampaignRequest {}));
    remembered(&state.content.active_campaign, (), ask).await
}

/// The campaigns that run.
pub(crate) async fn campaigns(state: &AppState) -> Answer<ListCampaignsResponse> {
    let mut content = state.clients.content.clone();
    let ask = content.list_campaigns(asks(state, ListCampaignsRequest {}));
    remembered(&state.content.campaigns, (), ask).await
}

/// One campaign that runs.
pub(crate) async fn campaign(state: &AppState, id: CampaignId) -> Answer<GetCampaignResponse> {
    let mut content = state.clients.content.clone();
    let ask = content.get_campaign(asks(
        state,
        GetCampaignRequest {
            campaign_id: id.get(),
        },
    ));
    remembered(&state.content.campaign, id.get(), ask).await
}

/// The texts of the banner.
pub(crate) async fn promos(state: &AppState) -> Answer<ListPromosResponse> {
    let mut content = state.clients.content.clone();
    let ask = content.list_promos(asks(state, ListPromosRequest {}));
    remembered(&state.content.promos, (), ask).await
}

/// A page of projects.
pub(crate) async fn projects(state: &AppState, request: ListProjectsRequest) -> Answer<ListProjectsResponse> {
    let mut content = state.clients.content.clone();
    let key = request.encode_to_vec();
    let ask = content.list_projects(asks(state, request));
    remembered(&state.content.projects, key, ask).await
}

/// One project.
pub(crate) async fn project(state: &AppState, id: ProjectId) -> Answer<GetProjectResponse> {
    let mut content = state.clients.content.clone();
    let ask = content.get_project(asks(state, GetProjectRequest { project_id: id.get() }));
    remembered(&state.content.project, id.get(), ask).await
}

/// The stores and the address of the catalogue.
pub(crate) async fn stores(state: &AppState) -> Answer<ListStoresResponse> {
    let mut content = state.clients.content.clone();
    let ask = content.list_stores(asks(state, ListStoresRequest {}));
    remembered(&state.content.stores, (), ask).await
}

/// What is remembered under a key, or else what is answered now. Nothing is asked before the first poll of `ask`.
async fn remembered<K: Eq + Hash, T>(
    cache: &Cache<K, Arc<T>>,
    key: K,
    ask: impl Future<Output = Result<tonic::Response<T>, tonic::Status>>,
) -> Answer<T> {
    if let Some(known) = cache.get(&key) {
        return Ok(known);
    }
    let since = cache.epoch();
    let answer = Arc::new(ask.await?.into_inner());
    cache.store(since, key, Arc::clone(&answer));
    Ok(answer)
}
