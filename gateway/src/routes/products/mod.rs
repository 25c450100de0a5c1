//! Products of the catalog.

mod count;
mod facets;
mod facts;
mod filter;
mod get;
mod list;
mod of_category;
mod product;
mod search;
mod suggest;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list_products))
        .routes(routes!(search::search_products))
        .routes(routes!(suggest::suggest_products))
        .routes(routes!(get::get_product))
        .routes(routes!(of_category::list_products_of_category))
        .routes(routes!(count::count_products_of_category))
}
