//! `GET projects`.

use axum::extract::State;
use proto::content::v1::ListProjectsRequest;

use super::project::{Project, ProjectPage};
use crate::{
    conditional::Catalogue,
    envelope::Envelope,
    error::ApiResult,
    extract::{LongPageQuery, Query, Visitor, long_paging},
    routes::content,
    state::AppState,
};

/// Projects on a page where nothing is said.
const DEFAULT_SIZE: u32 = 10;

/// One page of the projects, 10 where no size is said.
#[utoipa::path(get, path = "/projects", tag = "content", params(LongPageQuery),
    responses((status = 200, body = Envelope<ProjectPage>, description = "The page",
        example = json!(Envelope::new(ProjectPage::example())))))]
pub(crate) async fn list_projects(
    State(state): State<AppState>,
    visitor: Visitor,
    Query(page): Query<LongPageQuery>,
) -> ApiResult<Catalogue<Envelope<ProjectPage>>> {
    let page = long_paging(&page, DEFAULT_SIZE)?;
    let request = ListProjectsRequest {
        page: Some(page.into()),
        ..ListProjectsRequest::default()
    };
    let answer = content::projects(&state, request).await?;
    let projects = Project::list(&answer.projects, state.default_language);
    let page = ProjectPage::new(projects, answer.total_records, page.size);
    Ok(Catalogue::new(&visitor, Envelope::new(page)))
}
