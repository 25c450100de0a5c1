//! `GET projects`.

use axum::extract::State;
use proto::content::v1::ListProjectsRequest;

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
