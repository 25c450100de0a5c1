//! The content service. Its responses are the same for all users but staff, so they are requested anonymously and
//! cached.

use std::{sync::Arc, time::Duration};

use kit::{
    caller::Caller,
    domain::{CampaignId, ProjectId},
    grpc::{Client, client::on_behalf_of},
};
use prost::Message as _;
use proto::common::v1::Page;
use proto::content::v1::{
    GetActiveCampaignRequest, GetActiveCampaignResponse, GetCampaignRequest, GetCampaignResponse,
    GetProjectRequest, GetProjectResponse, ListCampaignsRequest, ListCampaignsResponse,
    ListProjectIdsRequest, ListProjectIdsResponse, ListProjectsRequest, ListProjectsResponse,
    ListPromosRequest, ListPromosResponse, ListStoresRequest, ListStoresResponse, SearchProjectsRequest,
    SearchProjectsResponse, content_service_client::ContentServiceClient,
};
use tonic::{Response, Status};

use super::shared;
use crate::cache::Cache;

/// Time to live of a cached response. Changes invalidate it earlier.
const TTL: Duration = Duration::from_secs(30);

/// Maximum number of cached campaigns and projects.
const CAPACITY: usize = 256;

/// Maximum number of cached lists of projects; each may hold all of them.
const LIST_CAPACITY: usize = 32;

/// Client with a cache.
pub(crate) struct ContentClient {
    /// The client without the cache, for calls of staff.
    pub(crate) rpcs: ContentServiceClient<Client>,
    caller: Caller,
    pub(crate) cache: ContentCache,
}

/// Cached responses. Searches are not cached: few are repeated.
pub(crate) struct ContentCache {
    active_campaign: Cache<(), Arc<GetActiveCampaignResponse>>,
    campaigns: Cache<(), Arc<ListCampaignsResponse>>,
    campaign: Cache<i64, Arc<GetCampaignResponse>>,
    promos: Cache<(), Arc<ListPromosResponse>>,
    /// Lists by their encoded request.
    projects: Cache<Vec<u8>, Arc<ListProjectsResponse>>,
    project: Cache<i64, Arc<GetProjectResponse>>,
    pub(crate) stores: Cache<(), Arc<ListStoresResponse>>,
}

impl ContentCache {
    fn new() -> Self {
        Self {
            active_campaign: Cache::new(TTL, 1),
            campaigns: Cache::new(TTL, 1),
            campaign: Cache::new(TTL, CAPACITY),
            promos: Cache::new(TTL, 1),
            projects: Cache::new(TTL, LIST_CAPACITY),
            project: Cache::new(TTL, CAPACITY),
            stores: Cache::new(TTL, 1),
        }
    }

    /// Drops everything: changes are rare.
    pub(crate) fn invalidate_all(&self) {
        self.active_campaign.invalidate_all();
        self.campaigns.invalidate_all();
        self.campaign.invalidate_all();
        self.promos.invalidate_all();
        self.projects.invalidate_all();
        self.project.invalidate_all();
        self.stores.invalidate_all();
    }
}

impl ContentClient {
    pub(super) fn new(rpcs: ContentServiceClient<Client>, caller: Caller) -> Self {
        Self {
            rpcs,
            caller,
            cache: ContentCache::new(),
        }
    }

    /// Returns the running campaign that ends first, if any runs.
    pub(crate) async fn get_active_campaign(&self) -> Result<Arc<GetActiveCampaignResponse>, Status> {
        let request = self.request(GetActiveCampaignRequest {});
        let fetch = async { self.rpcs.clone().get_active_campaign(request).await.map(shared) };
        self.cache.active_campaign.get_or_fetch((), fetch).await
    }

    /// Returns the running campaigns; to staff all campaigns, uncached.
    pub(crate) async fn list_campaigns(
        &self,
        staff: Option<Caller>,
    ) -> Result<Arc<ListCampaignsResponse>, Status> {
        if let Some(staff) = staff {
            let request = on_behalf_of(&staff, ListCampaignsRequest {});
            return self.rpcs.clone().list_campaigns(request).await.map(shared);
        }
        let request = self.request(ListCampaignsRequest {});
        let fetch = async { self.rpcs.clone().list_campaigns(request).await.map(shared) };
        self.cache.campaigns.get_or_fetch((), fetch).await
    }

    /// Returns a running campaign; to staff any campaign, uncached.
    pub(crate) async fn get_campaign(
        &self,
        id: CampaignId,
        staff: Option<Caller>,
    ) -> Result<Arc<GetCampaignResponse>, Status> {
        let message = GetCampaignRequest {
            campaign_id: id.get(),
        };
        if let Some(staff) = staff {
            let request = on_behalf_of(&staff, message);
            return self.rpcs.clone().get_campaign(request).await.map(shared);
        }
        let request = self.request(message);
        let fetch = async { self.rpcs.clone().get_campaign(request).await.map(shared) };
        self.cache.campaign.get_or_fetch(id.get(), fetch).await
    }

    /// Returns the texts of the banner.
    pub(crate) async fn list_promos(&self) -> Result<Arc<ListPromosResponse>, Status> {
        let request = self.request(ListPromosRequest {});
        let fetch = async { self.rpcs.clone().list_promos(request).await.map(shared) };
        self.cache.promos.get_or_fetch((), fetch).await
    }

    /// Returns a page of projects.
    pub(crate) async fn list_projects(
        &self,
        request: ListProjectsRequest,
    ) -> Result<Arc<ListProjectsResponse>, Status> {
        let key = request.encode_to_vec();
        let request = self.request(request);
        let fetch = async { self.rpcs.clone().list_projects(request).await.map(shared) };
        self.cache.projects.get_or_fetch(key, fetch).await
    }

    /// Returns the ids of a page of projects, bypassing the cache.
    pub(crate) async fn list_project_ids(&self, page: Page) -> Result<ListProjectIdsResponse, Status> {
        let request = self.request(ListProjectIdsRequest { page: Some(page) });
        let response = self.rpcs.clone().list_project_ids(request).await?;
        Ok(response.into_inner())
    }

    /// Returns a project.
    pub(crate) async fn get_project(&self, id: ProjectId) -> Result<Arc<GetProjectResponse>, Status> {
        let request = self.request(GetProjectRequest { project_id: id.get() });
        let fetch = async { self.rpcs.clone().get_project(request).await.map(shared) };
        self.cache.project.get_or_fetch(id.get(), fetch).await
    }

    /// Returns the stores and the address of the brochure.
    pub(crate) async fn list_stores(&self) -> Result<Arc<ListStoresResponse>, Status> {
        let request = self.request(ListStoresRequest {});
        let fetch = async { self.rpcs.clone().list_stores(request).await.map(shared) };
        self.cache.stores.get_or_fetch((), fetch).await
    }

    /// Returns a page of the projects that match a term.
    pub(crate) async fn search_projects(
        &self,
        request: SearchProjectsRequest,
    ) -> Result<SearchProjectsResponse, Status> {
        let response = self.rpcs.clone().search_projects(self.request(request)).await;
        response.map(Response::into_inner)
    }

    fn request<T>(&self, message: T) -> tonic::Request<T> {
        on_behalf_of(&self.caller, message)
    }
}
