//! The rpc handlers, one file each.

#[cfg(test)]
mod callers;
mod convert;
mod create_campaign;
mod delete_campaign;
mod delete_home_text;
mod delete_project;
mod delete_promo;
mod delete_store;
pub(crate) mod fill_copy;
mod get_active_campaign;
mod get_campaign;
mod get_project;
mod get_shop_hours;
mod get_shop_terms;
mod list_campaigns;
mod list_home_texts;
mod list_project_ids;
mod list_projects;
mod list_promos;
mod list_stores;
mod media;
mod order_content;
mod save_home_text;
mod save_project;
mod save_promo;
mod save_shop_hours;
mod save_shop_terms;
mod save_store;
mod search_projects;
mod set_catalogue_url;
#[cfg(test)]
mod tests;
mod update_campaign;
mod validation;

use kit::copies::ReadCopy;
use sqlx::PgPool;
use tokio::sync::Semaphore;

use crate::{clients::StoreUse, media::files::Files, portfolio::PortfolioCopy};

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
    pub(crate) files: Files,
    /// Limits the uploads that are held in memory.
    pub(crate) assemblies: Semaphore,
    pub(crate) stores: StoreUse,
    /// Answers while the database is away.
    pub(crate) copy: ReadCopy,
    /// The projects of those answers.
    pub(crate) portfolio: PortfolioCopy,
}

kit::rpcs! {
    impl proto::content::v1::content_service_server::ContentService for State {
        #[kept]
        anyone get_active_campaign(GetActiveCampaignRequest) -> GetActiveCampaignResponse;
        #[kept]
        anyone get_campaign(GetCampaignRequest) -> GetCampaignResponse;
        #[kept]
        anyone list_campaigns(ListCampaignsRequest) -> ListCampaignsResponse;
        staff(ContentWrite) create_campaign(CreateCampaignRequest) -> CreateCampaignResponse;
        staff(ContentWrite) update_campaign(UpdateCampaignRequest) -> UpdateCampaignResponse;
        staff(ContentWrite) delete_campaign(DeleteCampaignRequest) -> DeleteCampaignResponse;
        #[kept]
        anyone list_promos(ListPromosRequest) -> ListPromosResponse;
        staff(ContentWrite) save_promo(SavePromoRequest) -> SavePromoResponse;
        staff(ContentWrite) delete_promo(DeletePromoRequest) -> DeletePromoResponse;
        anyone list_projects(ListProjectsRequest) -> ListProjectsResponse;
        anyone list_project_ids(ListProjectIdsRequest) -> ListProjectIdsResponse;
        anyone get_project(GetProjectRequest) -> GetProjectResponse;
        anyone search_projects(SearchProjectsRequest) -> SearchProjectsResponse;
        staff(ContentWrite) save_project(SaveProjectRequest) -> SaveProjectResponse;
        staff(ContentWrite) delete_project(DeleteProjectRequest) -> DeleteProjectResponse;
        #[kept]
        anyone list_stores(ListStoresRequest) -> ListStoresResponse;
        staff(ContentWrite) save_store(SaveStoreRequest) -> SaveStoreResponse;
        staff(ContentWrite) delete_store(DeleteStoreRequest) -> DeleteStoreResponse;
        staff(ContentWrite) set_catalogue_url(SetCatalogueUrlRequest) -> SetCatalogueUrlResponse;
        staff(ContentWrite) order_content(OrderContentRequest) -> OrderContentResponse;
        #[kept]
        anyone list_home_texts(ListHomeTextsRequest) -> ListHomeTextsResponse;
        staff(ContentWrite) save_home_text(SaveHomeTextRequest) -> SaveHomeTextResponse;
        staff(ContentWrite) delete_home_text(DeleteHomeTextRequest) -> DeleteHomeTextResponse;
        #[kept]
        anyone get_shop_hours(GetShopHoursRequest) -> GetShopHoursResponse;
        staff(ContentWrite) save_shop_hours(SaveShopHoursRequest) -> SaveShopHoursResponse;
        #[kept]
        anyone get_shop_terms(GetShopTermsRequest) -> GetShopTermsResponse;
        staff(ContentWrite) save_shop_terms(SaveShopTermsRequest) -> SaveShopTermsResponse;
    }
}
