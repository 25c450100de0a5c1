//! Returns a page of the projects that the shop shows, of all to staff, in the order of their positions.

use kit::{caller::Caller, domain::Page, failure::Failure, validation::FieldErrors};
use proto::content::v1::{ListProjectsRequest, ListProjectsResponse, Project};

use super::{State, convert, convert::for_viewer, list_campaigns::visibility};
use crate::{portfolio::ProjectPage, project::Category, store};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: ListProjectsRequest,
) -> Result<ListProjectsResponse, Failure> {
    let (category, page) = decode(&request)?;
    let visibility = visibility(&caller);
    let read = async {
        let mut connection = state.pool.acquire().await?;
        Ok(ProjectPage {
            projects: store::project::page(&mut connection, visibility, category, page).await?,
            total_records: store::project::count(&mut connection, visibility, category).await?,
        })
    };
    let copy = async { Some(state.portfolio.read()?.page(category, page)) };
    let listed = state.copy.read(&caller, read, copy).await?;
    Ok(ListProjectsResponse {
        projects: listed
            .projects
            .into_iter()
            .map(|project| for_viewer!(visibility, Project::from(project)))
            .collect(),
        total_records: listed.total_records,
    })
}

fn decode(request: &ListProjectsRequest) -> Result<(Option<Category>, Page), Failure> {
    let mut errors = FieldErrors::default();
    let page = errors.page(request.page, convert::MAX_PAGE_SIZE);
    let category = errors.word("category", request.category);
    errors.finish(Some((category, page)))
}

#[cfg(test)]
mod tests {
    use proto::{common::v1 as common, content::v1::ProjectCategory};

    use super::*;
    use crate::testing::{Fixture, anonymous, fields, into_result, project};

    async fn list(
        fixture: &Fixture,
        category: ProjectCategory,
        number: u32,
        size: u32,
    ) -> Result<(Vec<String>, i64), Failure> {
        let request = anonymous(ListProjectsRequest {
            page: Some(common::Page { number, size }),
            category: category.into(),
        });
        let response = into_result(fixture.client.clone().list_projects(request).await)?;
        let codes = response.projects.into_iter().map(|project| project.code);
        Ok((codes.collect(), response.total_records))
    }

    #[tokio::test]
    async fn orders_by_position_then_id_and_filters_by_category() {
        let fixture = Fixture::start().await;
        for (code, category, position) in [
            ("GD-1", ProjectCategory::Garden, 3),
            ("KT-1", ProjectCategory::Kitchen, 2),
            ("GD-2", ProjectCategory::Garden, 3),
            ("GD-0", ProjectCategory::Garden, 1),
        ] {
            let mut project = project(code, category);
            project.position = position;
            fixture.save_project(project).await.unwrap();
        }
        let owned = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect::<Vec<_>>();
        let all = ProjectCategory::Unspecified;
        assert_eq!(
            list(&fixture, all, 1, 3).await.unwrap(),
            (owned(&["GD-0", "KT-1", "GD-1"]), 4)
        );
        assert_eq!(list(&fixture, all, 2, 3).await.unwrap(), (owned(&["GD-2"]), 4));
        assert_eq!(list(&fixture, all, 3, 3).await.unwrap(), (owned(&[]), 4));
        assert_eq!(
            list(&fixture, ProjectCategory::Garden, 1, 1000).await.unwrap(),
            (owned(&["GD-0", "GD-1", "GD-2"]), 3)
        );
        assert_eq!(
            list(&fixture, ProjectCategory::Wardrobe, 1, 1).await.unwrap(),
            (owned(&[]), 0)
        );
    }

    #[tokio::test]
    async fn rejects_pages_out_of_range() {
        let fixture = Fixture::start().await;
        let failure = list(&fixture, ProjectCategory::Unspecified, 0, 1001)
            .await
            .unwrap_err();
        assert_eq!(
            fields(&failure),
            [("page", "FIELD.OUT_OF_RANGE"), ("limit", "FIELD.OUT_OF_RANGE")]
        );
    }
}
