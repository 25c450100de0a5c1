//! Deletes a project, for staff.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::content::v1::{ContentKind, DeleteProjectRequest, DeleteProjectResponse};

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    publication::differences,
    save::{Existing, plan},
    store::{self, media::PROJECT},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeleteProjectRequest,
) -> Result<DeleteProjectResponse, Failure> {
    let (code, expected) = (request.code, validation::version(request.version)?);
    change::run(&state.pool, async |connection| {
        let project = store::project::lock(connection, &code).await?;
        let project = project.ok_or(ContentError::ProjectNotFound)?;
        plan(Some(project.version), expected, Existing::Change)?;
        store::project::delete(connection, &code).await?;
        store::media::remove_user(connection, PROJECT, &code).await?;
        events::content_changed(connection, ContentKind::Project, &project.id.to_string()).await?;
        let detail = differences(Some(&project.attributes), None);
        Ok(Effect::audited(&actor, "DeleteProject", code, detail).with(DeleteProjectResponse {}))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::ProjectCategory;

    use super::*;
    use crate::testing::{Fixture, into_result, non_staff_callers, project, staff};

    #[tokio::test]
    async fn deletes_once_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        fixture
            .save_project(project("GD-1", ProjectCategory::Garden))
            .await
            .unwrap();
        let request = || DeleteProjectRequest {
            code: "GD-1".to_owned(),
            version: 0,
        };
        for (caller, code) in non_staff_callers() {
            let request = on_behalf_of(&caller, request());
            let failure = into_result(fixture.client.clone().delete_project(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
        into_result(fixture.client.clone().delete_project(staff(request())).await).unwrap();
        let failure = into_result(fixture.client.clone().delete_project(staff(request())).await).unwrap_err();
        assert_eq!(failure.code, Code::NotFound);
        assert_eq!(
            fixture.audit_log().await[1..],
            ["operator DeleteProject GD-1".to_owned()]
        );
    }
}
