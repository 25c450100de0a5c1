//! Returns a page of the projects that match a search term, most relevant first.

use kit::{caller::Caller, domain::Page, failure::Failure, validation::FieldErrors};
use proto::content::v1::{Project, SearchProjectsRequest, SearchProjectsResponse};

use super::{State, convert, convert::for_viewer};
use crate::{portfolio::ProjectPage, publication::Visibility, search, store};

/// Maximum length of a term, in characters.
const MAX_TERM_LENGTH: usize = 100;

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: SearchProjectsRequest,
) -> Result<SearchProjectsResponse, Failure> {
    let (term, page) = decode(&request)?;
    if term.is_empty() {
        return Ok(SearchProjectsResponse::default());
    }
    let read = async {
        let mut connection = state.pool.acquire().await?;
        let results = search::find(&term, &store::project::documents(&mut connection).await?);
        let total_records = i64::try_from(results.len()).unwrap_or(i64::MAX);
        Ok(ProjectPage {
            projects: store::project::find_many(&mut connection, &page.slice(results)).await?,
            total_records,
        })
    };
    let copy = async { Some(state.portfolio.read()?.search(&term, page)) };
    let found = state.copy.read(&caller, read, copy).await?;
    Ok(SearchProjectsResponse {
        projects: found
            .projects
            .into_iter()
            .map(|project| for_viewer!(Visibility::Shown, Project::from(project)))
            .collect(),
        total_records: found.total_records,
    })
}

fn decode(request: &SearchProjectsRequest) -> Result<(String, Page), Failure> {
    let mut errors = FieldErrors::default();
    let page = errors.page(request.page, convert::MAX_PAGE_SIZE);
    let term = errors.text::<0, MAX_TERM_LENGTH>("searchTerm", &request.term);
    errors.finish(term.map(|term| (term, page)))
}

#[cfg(test)]
mod tests {
    use proto::{common::v1 as common, content::v1::ProjectCategory};

    use super::*;
    use crate::testing::{Fixture, anonymous, fields, into_result, project, texts};

    async fn search(
        fixture: &Fixture,
        term: &str,
        number: u32,
        size: u32,
    ) -> Result<(Vec<String>, i64), Failure> {
        let request = anonymous(SearchProjectsRequest {
            term: term.to_owned(),
            page: Some(common::Page { number, size }),
        });
        let response = into_result(fixture.client.clone().search_projects(request).await)?;
        let codes = response.projects.into_iter().map(|project| project.code);
        Ok((codes.collect(), response.total_records))
    }

    #[tokio::test]
    async fn matches_any_alphabet_and_typo() {
        let fixture = Fixture::start().await;
        let mut kitchen = project("KT-1", ProjectCategory::Kitchen);
        kitchen.title = Some(texts("Yaşıl mətbəx", "Зелёная кухня", "Green kitchen"));
        fixture.save_project(kitchen).await.unwrap();
        let mut arbour = project("GD-1", ProjectCategory::Garden);
        arbour.title = Some(texts("Bağ köşkü", "Беседка", "Arbour"));
        fixture.save_project(arbour.clone()).await.unwrap();
        for term in [
            "mətbəx",
            "METBEX",
            "кухня",
            "kuxni",
            "yasil",
            "зеленая",
            "kitchn",
            "kt-1",
        ] {
            let results = search(&fixture, term, 1, 1000).await.unwrap();
            assert_eq!(results, (vec!["KT-1".to_owned()], 1), "{term}");
        }
        for term in ["", "  ", "!?", "divan", "mətbəx köşk"] {
            assert_eq!(
                search(&fixture, term, 1, 1000).await.unwrap(),
                (vec![], 0),
                "{term}"
            );
        }

        // Removed words are no longer found.
        arbour.title = Some(texts("Skamya", "Скамья", "Bench"));
        fixture.save_project(arbour).await.unwrap();
        assert_eq!(search(&fixture, "arbour", 1, 10).await.unwrap().1, 0);
        assert_eq!(search(&fixture, "skamya", 1, 10).await.unwrap().1, 1);
    }

    #[tokio::test]
    async fn splits_results_into_pages() {
        let fixture = Fixture::start().await;
        for code in ["GD-1", "GD-2", "GD-3"] {
            fixture
                .save_project(project(code, ProjectCategory::Garden))
                .await
                .unwrap();
        }
        assert_eq!(
            search(&fixture, "garden", 2, 2).await.unwrap(),
            (vec!["GD-3".to_owned()], 3)
        );
        assert_eq!(search(&fixture, "garden", 3, 2).await.unwrap(), (vec![], 3));
        let failure = search(&fixture, &"a".repeat(101), 0, 1).await.unwrap_err();
        assert_eq!(
            fields(&failure),
            [("page", "FIELD.OUT_OF_RANGE"), ("searchTerm", "FIELD.TOO_LONG")]
        );
    }
}
