//! The content service. Its responses are the same for all users but staff, so they are requested anonymously and
//! cached.

use std::sync::Arc;

use kit::{
    caller::Caller,
    domain::{CampaignId, ProjectId},
    grpc::{Client, client::on_behalf_of},
};
use prost::Message as _;
use proto::common::v1::Page;
use proto::content::v1::{
    GetActiveCampaignRequest, GetActiveCampaignResponse, GetCampaignRequest, GetCampaignResponse,
    GetProjectRequest, GetProjectResponse, GetShopTermsRequest, GetShopTermsResponse, ListCampaignsRequest,
    ListCampaignsResponse, ListHomeTextsRequest, ListHomeTextsResponse, ListProjectIdsRequest,
    ListProjectIdsResponse, ListProjectsRequest, ListProjectsResponse, ListPromosRequest, ListPromosResponse,
    ListStoresRequest, ListStoresResponse, SearchProjectsRequest, SearchProjectsResponse,
    content_service_client::ContentServiceClient,
};
use tonic::Status;

use super::CacheSettings;
use crate::cache::{Cache, Entry, Fetched, Kept, Topic};

/// Client with a cache.
pub(crate) struct ContentClient {
    /// The client without the cache, for calls of staff.
    pub(crate) rpcs: ContentServiceClient<Client>,
    caller: Caller,
    cache: ContentCache,
}

/// Cached responses. Those of searches are only kept for when content does not answer: few are repeated.
struct ContentCache {
    active_campaign: Cache<(), GetActiveCampaignResponse>,
    campaigns: Cache<(), ListCampaignsResponse>,
    campaign: Cache<i64, GetCampaignResponse>,
    promos: Cache<(), ListPromosResponse>,
    /// Lists by their encoded request.
    projects: Cache<Vec<u8>, ListProjectsResponse>,
    project: Cache<i64, GetProjectResponse>,
    /// By their encoded request.
    searches: Kept<SearchProjectsResponse>,
    stores: Cache<(), ListStoresResponse>,
    shop_terms: Cache<(), GetShopTermsResponse>,
    home_texts: Cache<(), ListHomeTextsResponse>,
}

impl ContentCache {
    fn new(settings: &CacheSettings) -> Self {
        Self {
            active_campaign: settings.cache("active_campaign", 32),
            campaigns: settings.cache("campaigns", 32),
            campaign: settings.cache("campaign", 32),
            promos: settings.cache("promos", 32),
            projects: settings.cache("project_lists", 16),
            project: settings.cache("projects", 16),
            searches: settings.kept("project_searches", 16),
            stores: settings.cache("stores", 32),
            shop_terms: settings.cache("shop_terms", 32),
            home_texts: settings.cache("home_texts", 32),
        }
    }
}

/// Every response depends on all content: changes are rare.
fn topics<T>(_: &T) -> Vec<Topic> {
    vec![Topic::Content]
}

impl ContentClient {
    pub(super) fn new(rpcs: ContentServiceClient<Client>, caller: Caller, cache: &CacheSettings) -> Self {
        Self {
            rpcs,
            caller,
            cache: ContentCache::new(cache),
        }
    }

    /// Returns the running campaign that ends first, if any runs.
    pub(crate) async fn get_active_campaign(&self) -> Result<Arc<Entry<GetActiveCampaignResponse>>, Status> {
        let fetch = || async {
            let request = self.request(GetActiveCampaignRequest {});
            let response = self.rpcs.clone().get_active_campaign(request).await;
            response.map(Fetched::of)
        };
        self.cache.active_campaign.get_or_fetch((), topics, fetch).await
    }

    /// Returns the running campaigns.
    pub(crate) async fn list_campaigns(&self) -> Result<Arc<Entry<ListCampaignsResponse>>, Status> {
        let fetch = || async {
            let request = self.request(ListCampaignsRequest {});
            let response = self.rpcs.clone().list_campaigns(request).await;
            response.map(Fetched::of)
        };
        self.cache.campaigns.get_or_fetch((), topics, fetch).await
    }

    /// Returns a running campaign.
    pub(crate) async fn get_campaign(
        &self,
        id: CampaignId,
    ) -> Result<Arc<Entry<GetCampaignResponse>>, Status> {
        let fetch = || async {
            let request = self.request(GetCampaignRequest {
                campaign_id: id.get(),
            });
            let response = self.rpcs.clone().get_campaign(request).await;
            response.map(Fetched::of)
        };
        self.cache.campaign.get_or_fetch(id.get(), topics, fetch).await
    }

    /// Returns the texts of the banner.
    pub(crate) async fn list_promos(&self) -> Result<Arc<Entry<ListPromosResponse>>, Status> {
        let fetch = || async {
            let request = self.request(ListPromosRequest {});
            let response = self.rpcs.clone().list_promos(request).await;
            response.map(Fetched::of)
        };
        self.cache.promos.get_or_fetch((), topics, fetch).await
    }

    /// Returns a page of projects.
    pub(crate) async fn list_projects(
        &self,
        request: ListProjectsRequest,
    ) -> Result<Arc<Entry<ListProjectsResponse>>, Status> {
        let fetch = || async {
            let request = self.request(request);
            let response = self.rpcs.clone().list_projects(request).await;
            response.map(Fetched::of)
        };
        let key = request.encode_to_vec();
        self.cache.projects.get_or_fetch(key, topics, fetch).await
    }

    /// Returns the ids of a page of projects, bypassing the cache.
    pub(crate) async fn list_project_ids(&self, page: Page) -> Result<ListProjectIdsResponse, Status> {
        let request = self.request(ListProjectIdsRequest { page: Some(page) });
        let response = self.rpcs.clone().list_project_ids(request).await?;
        Ok(response.into_inner())
    }

    /// Returns a project.
    pub(crate) async fn get_project(&self, id: ProjectId) -> Result<Arc<Entry<GetProjectResponse>>, Status> {
        let fetch = || async {
            let request = self.request(GetProjectRequest { project_id: id.get() });
            let response = self.rpcs.clone().get_project(request).await;
            response.map(Fetched::of)
        };
        self.cache.project.get_or_fetch(id.get(), topics, fetch).await
    }

    /// Returns the stores and the address of the brochure.
    pub(crate) async fn list_stores(&self) -> Result<Arc<Entry<ListStoresResponse>>, Status> {
        let fetch = || async {
            let request = self.request(ListStoresRequest {});
            let response = self.rpcs.clone().list_stores(request).await;
            response.map(Fetched::of)
        };
        self.cache.stores.get_or_fetch((), topics, fetch).await
    }

    /// Returns the shop's terms.
    pub(crate) async fn get_shop_terms(&self) -> Result<Arc<Entry<GetShopTermsResponse>>, Status> {
        let fetch = || async {
            let request = self.request(GetShopTermsRequest {});
            let response = self.rpcs.clone().get_shop_terms(request).await;
            response.map(Fetched::of)
        };
        self.cache.shop_terms.get_or_fetch((), topics, fetch).await
    }

    /// Returns the texts of the home page that staff changed.
    pub(crate) async fn list_home_texts(&self) -> Result<Arc<Entry<ListHomeTextsResponse>>, Status> {
        let fetch = || async {
            let request = self.request(ListHomeTextsRequest {});
            let response = self.rpcs.clone().list_home_texts(request).await;
            response.map(Fetched::of)
        };
        self.cache.home_texts.get_or_fetch((), topics, fetch).await
    }

    /// Returns a page of the projects that match a term.
    pub(crate) async fn search_projects(
        &self,
        request: SearchProjectsRequest,
    ) -> Result<Arc<Entry<SearchProjectsResponse>>, Status> {
        let key = request.encode_to_vec();
        let fetch = async {
            let response = self.rpcs.clone().search_projects(self.request(request)).await;
            response.map(Fetched::of)
        };
        self.cache.searches.fetch(key, topics, fetch).await
    }

    fn request<T>(&self, message: T) -> tonic::Request<T> {
        on_behalf_of(&self.caller, message)
    }
}
