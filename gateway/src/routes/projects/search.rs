//! `GET projects/search`.

use axum::extract::State;
use proto::content::v1::SearchProjectsRequest;
use serde::Deserialize;
use utoipa::IntoParams;

use super::project::{Project, ProjectPage};
use crate::{
    conditional::Catalogue,
    envelope::Envelope,
    error::ApiResult,
    extract::{LongPageQuery, Query, Visitor, long_paging},
    routes::catalogue::asks,
    state::AppState,
};

/// Projects on a page where nothing is said.
const DEFAULT_SIZE: u32 = 10;

/// What to look for.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct ProjectSearchQuery {
    /// At most 100 characters; blank finds nothing.
    #[serde(default)]
    search_term: String,
}

/// A page of the projects that fit a term, best first.
#[utoipa::path(get, path = "/projects/search", tag = "content", params(ProjectSearchQuery, LongPageQuery),
    responses((status = 200, body = Envelope<ProjectPage>, description = "What was found",
        example = json!(Envelope::new(ProjectPage::example())))))]
pub(crate) async fn search_projects(
    State(state): State<AppState>,
    visitor: Visitor,
    Query(query): Query<ProjectSearchQuery>,
    Query(page): Query<LongPageQuery>,
) -> ApiResult<Catalogue<Envelope<ProjectPage>>> {
    let page = long_paging(&page, DEFAULT_SIZE)?;
    let request = SearchProjectsRequest {
        term: query.search_term,
        page: Some(page.into()),
    };
    let request = asks(&state, request);
    let answer = state
        .clients
        .content
        .clone()
        .search_projects(request)
        .await?
        .into_inner();
    let projects = Project::list(&answer.projects, state.default_language);
    let page = ProjectPage::new(projects, answer.total_records, page.size);
    Ok(Catalogue::new(&visitor, Envelope::new(page)))
}
