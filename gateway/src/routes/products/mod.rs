//! Products of the catalog.

mod facets;
mod facts;
mod filter;
mod lists;
mod product;
pub(super) mod suggest;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(lists::list_products))
        .routes(routes!(lists::search_products))
        .routes(routes!(suggest::suggest_products))
        .routes(routes!(lists::get_product))
        .routes(routes!(lists::list_related_products))
        .routes(routes!(lists::list_products_of_category))
        .routes(routes!(lists::count_products_of_category))
}
