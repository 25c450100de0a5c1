//! The portfolio.

mod category;
mod get;
mod list;
mod of_category;
mod project;
mod search;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list_projects))
        .routes(routes!(search::search_projects))
        .routes(routes!(of_category::list_projects_of_category))
        .routes(routes!(get::get_project))
}
