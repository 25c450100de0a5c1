//! The rpc handlers, one file each.

mod convert;
mod create_campaign;
mod delete_campaign;
mod delete_project;
mod delete_promo;
mod delete_store;
mod get_active_campaign;
mod get_campaign;
mod get_project;
mod get_shop_terms;
mod list_campaigns;
mod list_project_ids;
mod list_projects;
mod list_promos;
mod list_stores;
#[cfg(test)]
mod permissions;
mod save_project;
mod save_promo;
mod save_shop_terms;
mod save_store;
mod search_projects;
mod set_catalogue_url;
mod update_campaign;
mod validation;

use sqlx::PgPool;

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
}

kit::rpcs! {
    impl proto::content::v1::content_service_server::ContentService for State {
        get_active_campaign(GetActiveCampaignRequest) -> GetActiveCampaignResponse;
        get_campaign(GetCampaignRequest) -> GetCampaignResponse;
        list_campaigns(ListCampaignsRequest) -> ListCampaignsResponse;
        create_campaign(CreateCampaignRequest) -> CreateCampaignResponse;
        update_campaign(UpdateCampaignRequest) -> UpdateCampaignResponse;
        delete_campaign(DeleteCampaignRequest) -> DeleteCampaignResponse;
        list_promos(ListPromosRequest) -> ListPromosResponse;
        save_promo(SavePromoRequest) -> SavePromoResponse;
        delete_promo(DeletePromoRequest) -> DeletePromoResponse;
        list_projects(ListProjectsRequest) -> ListProjectsResponse;
        list_project_ids(ListProjectIdsRequest) -> ListProjectIdsResponse;
        get_project(GetProjectRequest) -> GetProjectResponse;
        search_projects(SearchProjectsRequest) -> SearchProjectsResponse;
        save_project(SaveProjectRequest) -> SaveProjectResponse;
        delete_project(DeleteProjectRequest) -> DeleteProjectResponse;
        list_stores(ListStoresRequest) -> ListStoresResponse;
        save_store(SaveStoreRequest) -> SaveStoreResponse;
        delete_store(DeleteStoreRequest) -> DeleteStoreResponse;
        set_catalogue_url(SetCatalogueUrlRequest) -> SetCatalogueUrlResponse;
        get_shop_terms(GetShopTermsRequest) -> GetShopTermsResponse;
        save_shop_terms(SaveShopTermsRequest) -> SaveShopTermsResponse;
    }
}
