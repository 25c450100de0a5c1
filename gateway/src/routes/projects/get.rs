//! `GET projects/{id}`.

use axum::extract::State;
use kit::domain::ProjectId;

use super::project::Project;
use crate::{
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{OptionalSession, PathId},
    routes::cacheable::Cacheable,
    state::AppState,
};

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
