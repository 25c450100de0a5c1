//! The rpcs, a file each.

mod campaign_facts;
mod create_campaign;
mod delete_campaign;
mod delete_project;
mod delete_promo;
mod delete_store;
mod get_active_campaign;
mod get_campaign;
mod get_project;
mod list_campaigns;
mod list_projects;
mod list_promos;
mod list_stores;
mod problems;
mod save_project;
mod save_promo;
mod save_store;
mod search_projects;
mod set_catalogue_url;
mod update_campaign;
mod wire;

use proto::content::v1::{
    CreateCampaignRequest, CreateCampaignResponse, DeleteCampaignRequest, DeleteCampaignResponse,
    DeleteProjectRequest, DeleteProjectResponse, DeletePromoRequest, DeletePromoResponse, DeleteStoreRequest,
    DeleteStoreResponse, GetActiveCampaignRequest, GetActiveCampaignResponse, GetCampaignRequest,
    GetCampaignResponse, GetProjectRequest, GetProjectResponse, ListCampaignsRequest, ListCampaignsResponse,
    ListProjectsRequest, ListProjectsResponse, ListPromosRequest, ListPromosResponse, ListStoresRequest,
    ListStoresResponse, SaveProjectRequest, SaveProjectResponse, SavePromoRequest, SavePromoResponse,
    SaveStoreRequest, SaveStoreResponse, SearchProjectsRequest, SearchProjectsResponse,
    SetCatalogueUrlRequest, SetCatalogueUrlResponse, UpdateCampaignRequest, UpdateCampaignResponse,
    content_service_server::ContentService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

/// What the rpcs work on.
pub(crate) struct Rpcs {
    /// The service's database.
    pub(crate) pool: PgPool,
}

#[tonic::async_trait]
impl ContentService for Rpcs {
    async fn get_active_campaign(
        &self,
        request: Request<GetActiveCampaignRequest>,
    ) -> Result<Response<GetActiveCampaignResponse>, Status> {
        Ok(Response::new(get_active_campaign::handle(self, request).await?))
    }

    async fn get_campaign(
        &self,
        request: Request<GetCampaignRequest>,
    ) -> Result<Response<GetCampaignResponse>, Status> {
        Ok(Response::new(get_campaign::handle(self, request).await?))
    }

    async fn list_campaigns(
        &self,
        request: Request<ListCampaignsRequest>,
    ) -> Result<Response<ListCampaignsResponse>, Status> {
        Ok(Response::new(list_campaigns::handle(self, request).await?))
    }

    async fn create_campaign(
        &self,
        request: Request<CreateCampaignRequest>,
    ) -> Result<Response<CreateCampaignResponse>, Status> {
        Ok(Response::new(create_campaign::handle(self, request).await?))
    }

    async fn update_campaign(
        &self,
        request: Request<UpdateCampaignRequest>,
    ) -> Result<Response<UpdateCampaignResponse>, Status> {
        Ok(Response::new(update_campaign::handle(self, request).await?))
    }

    async fn delete_campaign(
        &self,
        request: Request<DeleteCampaignRequest>,
    ) -> Result<Response<DeleteCampaignResponse>, Status> {
        Ok(Response::new(delete_campaign::handle(self, request).await?))
    }

    async fn list_promos(
        &self,
        request: Request<ListPromosRequest>,
    ) -> Result<Response<ListPromosResponse>, Status> {
        Ok(Response::new(list_promos::handle(self, request).await?))
    }

    async fn save_promo(
        &self,
        request: Request<SavePromoRequest>,
    ) -> Result<Response<SavePromoResponse>, Status> {
        Ok(Response::new(save_promo::handle(self, request).await?))
    }

    async fn delete_promo(
        &self,
        request: Request<DeletePromoRequest>,
    ) -> Result<Response<DeletePromoResponse>, Status> {
        Ok(Response::new(delete_promo::handle(self, request).await?))
    }

    async fn list_projects(
        &self,
        request: Request<ListProjectsRequest>,
    ) -> Result<Response<ListProjectsResponse>, Status> {
        Ok(Response::new(list_projects::handle(self, request).await?))
    }

    async fn get_project(
        &self,
        request: Request<GetProjectRequest>,
    ) -> Result<Response<GetProjectResponse>, Status> {
        Ok(Response::new(get_project::handle(self, request).await?))
    }

    async fn search_projects(
        &self,
        request: Request<SearchProjectsRequest>,
    ) -> Result<Response<SearchProjectsResponse>, Status> {
        Ok(Response::new(search_projects::handle(self, request).await?))
    }

    async fn save_project(
        &self,
        request: Request<SaveProjectRequest>,
    ) -> Result<Response<SaveProjectResponse>, Status> {
        Ok(Response::new(save_project::handle(self, request).await?))
    }

    async fn delete_project(
        &self,
        request: Request<DeleteProjectRequest>,
    ) -> Result<Response<DeleteProjectResponse>, Status> {
        Ok(Response::new(delete_project::handle(self, request).await?))
    }

    async fn list_stores(
        &self,
        request: Request<ListStoresRequest>,
    ) -> Result<Response<ListStoresResponse>, Status> {
        Ok(Response::new(list_stores::handle(self, request).await?))
    }

    async fn save_store(
        &self,
        request: Request<SaveStoreRequest>,
    ) -> Result<Response<SaveStoreResponse>, Status> {
        Ok(Response::new(save_store::handle(self, request).await?))
    }

    async fn delete_store(
        &self,
        request: Request<DeleteStoreRequest>,
    ) -> Result<Response<DeleteStoreResponse>, Status> {
        Ok(Response::new(delete_store::handle(self, request).await?))
    }

    async fn set_catalogue_url(
        &self,
        request: Request<SetCatalogueUrlRequest>,
    ) -> Result<Response<SetCatalogueUrlResponse>, Status> {
        Ok(Response::new(set_catalogue_url::handle(self, request).await?))
    }
}
