//! A copy of the projects that the shop shows, for reads while the database is away.

use std::{collections::HashMap, sync::Arc};

use kit::{
    clock, copies,
    domain::{Page, ProjectId},
};
use time::OffsetDateTime;
use tokio::sync::watch;

use crate::{
    project::{Category, Project},
    search::{self, Document},
};

/// Projects of a page of a list.
#[derive(Debug)]
pub(crate) struct ProjectPage {
    pub(crate) projects: Vec<Project>,
    /// Number of projects on all pages.
    pub(crate) total_records: i64,
}

/// The projects that the shop showed at a time.
#[derive(Debug)]
pub(crate) struct Portfolio {
    /// In the order of their positions.
    projects: Vec<Project>,
    documents: Vec<Document>,
    indexes: HashMap<ProjectId, usize>,
    read_at: OffsetDateTime,
}

impl Portfolio {
    /// Creates a portfolio of projects, in the order of lists, with their indexed text.
    pub(crate) fn new(projects: Vec<Project>, mut documents: Vec<Document>) -> Self {
        let indexes: HashMap<_, _> = projects
            .iter()
            .enumerate()
            .map(|(index, project)| (project.id, index))
            .collect();
        documents.retain(|document| indexes.contains_key(&document.project));
        Self {
            projects,
            documents,
            indexes,
            read_at: clock::now(),
        }
    }

    /// Returns a page of the projects, optionally of one category.
    pub(crate) fn page(&self, category: Option<Category>, page: Page) -> ProjectPage {
        let listed = self
            .projects
            .iter()
            .filter(|project| category.is_none_or(|category| project.attributes.category == category));
        page_of(listed.collect(), page)
    }

    /// Returns a page of the projects that match a term, most relevant first.
    pub(crate) fn search(&self, term: &str, page: Page) -> ProjectPage {
        let found = search::find(term, &self.documents);
        page_of(found.iter().filter_map(|id| self.find(*id)).collect(), page)
    }

    pub(crate) fn find(&self, id: ProjectId) -> Option<&Project> {
        self.projects.get(*self.indexes.get(&id)?)
    }

    /// Returns a page of the ids, ascending, and the number of all.
    pub(crate) fn ids(&self, page: Page) -> (Vec<ProjectId>, i64) {
        let mut ids: Vec<_> = self.indexes.keys().copied().collect();
        ids.sort_unstable();
        let total_records = count(&ids);
        (page.slice(ids), total_records)
    }
}

fn page_of(listed: Vec<&Project>, page: Page) -> ProjectPage {
    let total_records = count(&listed);
    ProjectPage {
        projects: page.slice(listed).into_iter().cloned().collect(),
        total_records,
    }
}

fn count<T>(entries: &[T]) -> i64 {
    i64::try_from(entries.len()).unwrap_or(i64::MAX)
}

/// The portfolio as it was last read.
#[derive(Debug, Default)]
pub(crate) struct PortfolioCopy(watch::Sender<Option<Arc<Portfolio>>>);

impl PortfolioCopy {
    pub(crate) fn replace(&self, portfolio: Portfolio) {
        self.0.send_replace(Some(Arc::new(portfolio)));
    }

    /// Returns the portfolio for a response, which is marked with its age; `None` if none was read for [`copies::MAX_AGE`].
    pub(crate) fn read(&self) -> Option<Arc<Portfolio>> {
        let portfolio = self.0.borrow().clone()?;
        if clock::now() - portfolio.read_at > copies::MAX_AGE {
            return None;
        }
        copies::mark(portfolio.read_at);
        Some(portfolio)
    }
}

#[cfg(test)]
mod tests {
    use kit::domain::LocalizedText;

    use super::*;
    use crate::{
        picture::Picture,
        project::Attributes,
        publication::{LastChange, Publication},
        save::Version,
    };

    fn project(id: i64, category: Category) -> Project {
        Project {
            id: ProjectId::try_from(id).unwrap(),
            version: Version(1),
            attributes: Attributes {
                code: format!("P-{id}"),
                category,
                title: LocalizedText::default(),
                description: LocalizedText::default(),
                image: Picture::default(),
                piece: None,
                is_large: false,
                position: 0,
                publication: Publication::default(),
            },
            last_change: LastChange {
                by: None,
                at: clock::now(),
            },
        }
    }

    fn portfolio() -> Portfolio {
        let projects = vec![
            project(7, Category::Kitchen),
            project(3, Category::Garden),
            project(5, Category::Kitchen),
        ];
        let document = |id: i64, word: &str| Document {
            project: ProjectId::try_from(id).unwrap(),
            words: kit::search::words(word),
        };
        let documents = vec![document(7, "qapilar"), document(5, "qapi"), document(9, "qapi")];
        Portfolio::new(projects, documents)
    }

    fn ids(page: &ProjectPage) -> (Vec<i64>, i64) {
        let ids = page.projects.iter().map(|project| project.id.get());
        (ids.collect(), page.total_records)
    }

    #[test]
    fn pages_keep_the_order_and_count_all_projects_of_the_category() {
        let portfolio = portfolio();
        assert_eq!(ids(&portfolio.page(None, Page::new(1, 2))), (vec![7, 3], 3));
        assert_eq!(ids(&portfolio.page(None, Page::new(2, 2))), (vec![5], 3));
        let kitchens = portfolio.page(Some(Category::Kitchen), Page::new(2, 1));
        assert_eq!(ids(&kitchens), (vec![5], 2));
        let wardrobes = portfolio.page(Some(Category::Wardrobe), Page::new(1, 9));
        assert_eq!(ids(&wardrobes), (vec![], 0));
        let (ids, total) = portfolio.ids(Page::new(2, 2));
        assert_eq!((ids, total), (vec![ProjectId::try_from(7).unwrap()], 3));
    }

    #[test]
    fn searches_find_the_best_match_first_without_projects_that_are_away() {
        let portfolio = portfolio();
        assert_eq!(ids(&portfolio.search("qapi", Page::new(1, 9))), (vec![5, 7], 2));
        assert_eq!(ids(&portfolio.search("qapi", Page::new(2, 1))), (vec![7], 2));
        assert_eq!(ids(&portfolio.search("divan", Page::new(1, 9))), (vec![], 0));
    }

    #[test]
    fn an_old_portfolio_is_not_read() {
        let copy = PortfolioCopy::default();
        assert!(copy.read().is_none());
        copy.replace(portfolio());
        assert!(copy.read().is_some());
        copy.replace(Portfolio {
            read_at: clock::now() - copies::MAX_AGE - time::Duration::SECOND,
            ..portfolio()
        });
        assert!(copy.read().is_none());
    }
}
