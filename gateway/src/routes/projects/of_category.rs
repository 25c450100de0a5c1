//! `GET projects/category/{category}`.

use axum::extract::State;
use proto::content::v1::{self as content, ListProjectsRequest};

use super::{category::ProjectCategory, project::Project};
use crate::{
    conditional::Catalogue,
    envelope::List,
    error::ApiResult,
    extract::{LongPageQuery, Query, Visitor, long_paging},
    routes::content as remembered,
    state::AppState,
};

/// Projects at most where no page is asked for.
const ALL: u32 = 1_000;

/// The projects of a category, a page of them where one is asked for.
#[utoipa::path(get, path = "/projects/category/{category}", tag = "content",
    params(("category" = ProjectCategory, Path, description = "In any case"), LongPageQuery),
    responses((status = 200, body = List<Project>, description = "The projects",
        example = json!(List::new(vec![Project::example()], 1, 10)))))]
pub(crate) async fn list_projects_of_category(
    State(state): State<AppState>,
    visitor: Visitor,
    category: ProjectCategory,
    Query(page): Query<LongPageQuery>,
) -> ApiResult<Catalogue<List<Project>>> {
    let page = long_paging(&page, ALL)?;
    let request = ListProjectsRequest {
        page: Some(page.into()),
        category: content::ProjectCategory::from(category).into(),
    };
    let answer = remembered::projects(&state, request).await?;
    let projects = Project::list(&answer.projects, state.default_language);
    let list = List::new(projects, answer.total_records, page.size);
    Ok(Catalogue::new(&visitor, list))
}
