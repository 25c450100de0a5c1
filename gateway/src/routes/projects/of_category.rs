//! `GET projects/category/{category}`.

use axum::extract::State;
use proto::content::v1::ListProjectsRequest;

use super::{category::PathCategory, project::Project};
use crate::{
    envelope::List,
    error::ApiResult,
    extract::{LongPageQuery, OptionalSession, Query, long_paging},
    routes::cacheable::Cacheable,
    state::AppState,
    words::ProjectCategory,
};

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
    PathCategory(category): PathCategory,
    Query(page): Query<LongPageQuery>,
) -> ApiResult<Cacheable<List<Project>>> {
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
