//! The portfolio.

mod calls;
mod project;

use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) use self::project::ProjectPiece;
use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(calls::list_projects))
        .routes(routes!(calls::search_projects))
        .routes(routes!(calls::list_projects_of_category))
        .routes(routes!(calls::get_project))
}
