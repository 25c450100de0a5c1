//! Calls of projects.

use axum::extract::State;
use kit::{
    domain::ProjectId,
    failure::{Code, Failure},
    vocabulary::content,
};
use proto::content::v1::{ListProjectsRequest, SearchProjectsRequest};
use serde::Deserialize;
use utoipa::IntoParams;

use super::project::{Project, ProjectPage};
use crate::{
    envelope::{Envelope, List},
    error::{ApiError, ApiResult},
    extract::{LongPageQuery, OptionalSession, PathId, PathOf, Query, long_paging},
    routes::cacheable::Cacheable,
    state::AppState,
    words::{self, ProjectCategory},
};

/// Default page size.
const DEFAULT_SIZE: u32 = 10;

/// Lists a page of the projects, 10 by default.
#[utoipa::path(get, path = "/projects", tag = "content", params(LongPageQuery),
    responses((status = 200, body = Envelope<ProjectPage>, description = "Page of projects",
        example = json!(Envelope::new(ProjectPage::example())))))]
pub(crate) async fn list_projects(
    State(state): State<AppState>,
    session: OptionalSession,
    Query(page): Query<LongPageQuery>,
) -> ApiResult<Cacheable<Envelope<ProjectPage>>> {
    let page = long_paging(&page, DEFAULT_SIZE)?;
    let request = ListProjectsRequest {
        page: Some(page.into()),
        ..ListProjectsRequest::default()
    };
    let response = state.clients.content.list_projects(request).await?;
    let projects = Project::list(&response.projects, state.default_language);
    let page = ProjectPage::new(projects, response.total_records, page.size);
    Ok(Cacheable::new(&session, Envelope::new(page)).made_from(&response))
}

const UNKNOWN_CATEGORY: &str = "CATEGORY.NOT_FOUND";

/// Page size of requests without pagination.
const ALL: u32 = 1_000;

/// Lists the projects of a category, paged on request.
#[utoipa::path(get, path = "/projects/category/{category}", tag = "content",
    params(("category" = ProjectCategory, Path, description = "Project category, case-insensitive"), LongPageQuery),
    responses((status = 200, body = List<Project>, description = "Projects of the category",
        example = json!(List::new(vec![Project::example()], 1, 10)))))]
pub(crate) async fn list_projects_of_category(
    State(state): State<AppState>,
    session: OptionalSession,
    category: PathOf<String>,
    Query(page): Query<LongPageQuery>,
) -> ApiResult<Cacheable<List<Project>>> {
    let category = category.get(UNKNOWN_CATEGORY)?;
    let category = words::in_any_case::<content::ProjectCategory>(&category)
        .ok_or_else(|| Failure::with_reason(Code::NotFound, UNKNOWN_CATEGORY))?;
    let page = long_paging(&page, ALL)?;
    let request = ListProjectsRequest {
        page: Some(page.into()),
        category: category.into(),
    };
    let response = state.clients.content.list_projects(request).await?;
    let projects = Project::list(&response.projects, state.default_language);
    let list = List::new(projects, response.total_records, page.size);
    Ok(Cacheable::new(&session, list).made_from(&response))
}

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
    Ok(Cacheable::new(&session, Envelope::new(page)).made_from(&response))
}

/// Returns a project.
#[utoipa::path(get, path = "/projects/{id}", tag = "content",
    params(("id" = i64, Path, minimum = 1, description = "Project id")),
    responses((status = 200, body = Envelope<Project>, description = "Project",
        example = json!(Envelope::new(Project::example())))))]
pub(crate) async fn get_project(
    State(state): State<AppState>,
    session: OptionalSession,
    PathId(id): PathId<ProjectId>,
) -> ApiResult<Cacheable<Envelope<Project>>> {
    let response = state.clients.content.get_project(id).await?;
    let project = response.project.clone().ok_or_else(ApiError::not_found)?;
    let project = Project::new(project, state.default_language);
    Ok(Cacheable::new(&session, Envelope::new(project)).made_from(&response))
}
