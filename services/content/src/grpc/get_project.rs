//! Returns a project.

use kit::{caller::Caller, domain::ProjectId, failure::Failure};
use proto::content::v1::{GetProjectRequest, GetProjectResponse, Project};

use super::{State, convert::for_viewer};
use crate::{error::ContentError, publication::Visibility, store};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: GetProjectRequest,
) -> Result<GetProjectResponse, Failure> {
    let id = ProjectId::try_from(request.project_id).map_err(|_| ContentError::ProjectNotFound)?;
    let read = async {
        let found = store::project::find_many(&mut *state.pool.acquire().await?, &[id]).await?;
        Ok(found.into_iter().next().ok_or(ContentError::ProjectNotFound)?)
    };
    // One that the copy lacks may be new.
    let copy = async { state.portfolio.read()?.find(id).cloned() };
    let project = state.copy.read(&caller, read, copy).await?;
    Ok(GetProjectResponse {
        project: Some(for_viewer!(Visibility::Shown, Project::from(project))),
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::content::v1::ProjectCategory;

    use super::*;
    use crate::testing::{Fixture, anonymous, into_result, project};

    #[tokio::test]
    async fn returns_all_attributes() {
        let fixture = Fixture::start().await;
        let client = &fixture.client;
        let saved = project("GD-1", ProjectCategory::Garden);
        let id = fixture
            .save_project(saved.clone())
            .await
            .unwrap()
            .project
            .unwrap()
            .id;
        let get = |project_id| async move {
            let request = anonymous(GetProjectRequest { project_id });
            into_result(client.clone().get_project(request).await)
        };
        assert_eq!(
            get(id).await.unwrap().project,
            Some(Project {
                id,
                version: 1,
                ..saved
            })
        );
        for unknown in [id + 1, 0, -1] {
            let failure = get(unknown).await.unwrap_err();
            assert_eq!(
                (failure.code, failure.reason.as_str()),
                (Code::NotFound, "PROJECT.NOT_FOUND")
            );
        }
    }
}
