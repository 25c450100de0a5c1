//! Projects that fit a search term, best first.

use kit::{
    caller::Caller,
    domain::{Text, TextError},
    failure::Failure,
};
use proto::content::v1::{Project, SearchProjectsRequest, SearchProjectsResponse};
use tonic::Request;

use super::{State, convert, problems::Problems};
use crate::{project::Page, search, store};

/// The longest term, in characters.
const LONGEST: usize = 100;

pub(super) async fn handle(
    state: &State,
    request: Request<SearchProjectsRequest>,
) -> Result<SearchProjectsResponse, Failure> {
    Caller::from_request(&request)?;
    let (term, page) = decode(&request.into_inner())?;
    if term.is_empty() {
        return Ok(SearchProjectsResponse::default());
    }
    let mut connection = state.pool.acquire().await?;
    let found = search::find(&term, &store::project::documents(&mut connection).await?);
    let total_records = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let projects = store::project::by_ids(&mut connection, &page.of(found)).await?;
    Ok(SearchProjectsResponse {
        projects: projects.into_iter().map(Project::from).collect(),
        total_records,
    })
}

fn decode(message: &SearchProjectsRequest) -> Result<(String, Page), Failure> {
    let mut problems = Problems::default();
    let page = convert::page(message.page, &mut problems);
    let term: Result<Text<0, LONGEST>, TextError> = Text::parse(&message.term);
    if let Err(problem) = &term {
        problems.note("searchTerm", problem.message_key());
    }
    problems.done()?;
    Ok((term.map(Text::into_string).unwrap_or_default(), page))
}

#[cfg(test)]
mod tests {
    use proto::{common::v1::Page as WirePage, content::v1::ProjectCategory};

    use super::*;
    use crate::testing::{Fixture, anonymous, answer, fields, project, texts};

    async fn search(
        fixture: &Fixture,
        term: &str,
        number: u32,
        size: u32,
    ) -> Result<(Vec<String>, i64), Failure> {
        let request = anonymous(SearchProjectsRequest {
            term: term.to_owned(),
            page: Some(WirePage { number, size }),
        });
        let answer = answer(fixture.client.clone().search_projects(request).await)?;
        let codes = answer.projects.into_iter().map(|project| project.code);
        Ok((codes.collect(), answer.total_records))
    }

    #[tokio::test]
    async fn every_spelling_finds_it() {
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
            let found = search(&fixture, term, 1, 1000).await.unwrap();
            assert_eq!(found, (vec!["KT-1".to_owned()], 1), "{term}");
        }
        for term in ["", "  ", "!?", "divan", "mətbəx köşk"] {
            assert_eq!(
                search(&fixture, term, 1, 1000).await.unwrap(),
                (vec![], 0),
                "{term}"
            );
        }

        // What a project no longer says does not find it.
        arbour.title = Some(texts("Skamya", "Скамья", "Harness"));
        fixture.save_project(arbour).await.unwrap();
        assert_eq!(search(&fixture, "arbour", 1, 10).await.unwrap().1, 0);
        assert_eq!(search(&fixture, "skamya", 1, 10).await.unwrap().1, 1);
    }

    #[tokio::test]
    async fn what_was_found_comes_in_pages() {
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
