//! Returns the ids of a page of the projects.

use kit::{caller::Caller, domain::ProjectId, failure::Failure, validation::FieldErrors};
use proto::content::v1::{ListProjectIdsRequest, ListProjectIdsResponse};

use super::{State, convert};
use crate::{publication::Visibility, store};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: ListProjectIdsRequest,
) -> Result<ListProjectIdsResponse, Failure> {
    let mut errors = FieldErrors::default();
    let page = errors.page(request.page, convert::MAX_PAGE_SIZE);
    errors.into_result()?;
    let read = async {
        let mut connection = state.pool.acquire().await?;
        let ids = store::project::ids(&mut connection, page).await?;
        let total_records = store::project::count(&mut connection, Visibility::Shown, None).await?;
        Ok((ids, total_records))
    };
    let copy = async { Some(state.portfolio.read()?.ids(page)) };
    let (ids, total_records) = state.copy.read(&caller, read, copy).await?;
    Ok(ListProjectIdsResponse {
        project_ids: ids.into_iter().map(ProjectId::get).collect(),
        total_records,
    })
}

#[cfg(test)]
mod tests {
    use proto::{common::v1::Page, content::v1::ProjectCategory};

    use super::*;
    use crate::testing::{Fixture, anonymous, fields, into_result, project};

    async fn list(fixture: &Fixture, number: u32, size: u32) -> Result<ListProjectIdsResponse, Failure> {
        let request = anonymous(ListProjectIdsRequest {
            page: Some(Page { number, size }),
        });
        into_result(fixture.client.clone().list_project_ids(request).await)
    }

    #[tokio::test]
    async fn lists_ids_ascending_by_page() {
        let fixture = Fixture::start().await;
        for (code, position) in [("KT-1", 3), ("KT-2", 1), ("KT-3", 2)] {
            let mut project = project(code, ProjectCategory::Kitchen);
            project.position = position;
            fixture.save_project(project).await.unwrap();
        }
        let first = list(&fixture, 1, 2).await.unwrap();
        let second = list(&fixture, 2, 2).await.unwrap();
        assert_eq!((first.total_records, second.total_records), (3, 3));
        assert_eq!((first.project_ids.len(), second.project_ids.len()), (2, 1));
        let ids = [first.project_ids, second.project_ids].concat();
        assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");

        let failure = list(&fixture, 0, 1001).await.unwrap_err();
        assert_eq!(
            fields(&failure),
            [("page", "FIELD.OUT_OF_RANGE"), ("limit", "FIELD.OUT_OF_RANGE")]
        );
    }
}
