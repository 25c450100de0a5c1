//! `GET projects/{id}`.

use axum::extract::State;
use kit::domain::ProjectId;

use super::project::Project;
use crate::{
    conditional::Catalogue,
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{PathId, Visitor},
    routes::content,
    state::AppState,
};

/// One project.
#[utoipa::path(get, path = "/projects/{id}", tag = "content",
    params(("id" = i64, Path, minimum = 1, description = "The project")),
    responses((status = 200, body = Envelope<Project>, description = "The project",
        example = json!(Envelope::new(Project::example())))))]
pub(crate) async fn get_project(
    State(state): State<AppState>,
    visitor: Visitor,
    PathId(id): PathId<ProjectId>,
) -> ApiResult<Catalogue<Envelope<Project>>> {
    let answer = content::project(&state, id).await?;
    let project = answer.project.clone().ok_or_else(ApiError::not_found)?;
    let project = Project::new(project, state.default_language);
    Ok(Catalogue::new(&visitor, Envelope::new(project)))
}
