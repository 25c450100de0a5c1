//! `GET projects/search`.

use axum::extract::State;
use proto::content::v1::SearchProjectsRequest;
use serde::Deserialize;
use utoipa::IntoParams;

use super::project::{Project, ProjectPage};
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{LongPageQuery, OptionalSession, Query, long_paging},
    routes::cacheable::Cacheable,
    state::AppState,
};

/// Default page size.
const DEFAULT_SIZE: u32 = 10;

/// The search term.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct ProjectSearchQuery {
    /// Search term, at most 100 characters; a blank term has no results.
    #[serde(default)]
    search_term: String,
}

/// Searches the projects; returns a page, best match first.
#[utoipa::path(get, path = "/projects/search", tag = "content", params(ProjectSearchQuery, LongPageQuery),
    responses((status = 200, body = Envelope<ProjectPage>, description = "Page of matching projects",
        example = json!(Envelope::new(ProjectPage::example())))))]
pub(crate) async fn search_projects(
    State(state): State<AppState>,
    session: OptionalSession,
    Query(query): Query<ProjectSearchQuery>,
    Query(page): Query<LongPageQuery>,
) -> ApiResult<Cacheable<Envelope<ProjectPage>>> {
    let page = long_paging(&page, DEFAULT_SIZE)?;
    let request = SearchProjectsRequest {
        term: query.search_term,
        page: Some(page.into()),
    };
    let response = state.clients.content.search_projects(request).await?;
    let projects = Project::list(&response.projects, state.default_language);
    let page = ProjectPage::new(projects, response.total_records, page.size);
    Ok(Cacheable::new(&session, Envelope::new(page)))
}
