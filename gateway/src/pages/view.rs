//! What a page is before any script runs: its status, its head, and the answers that it begins with.
//!
//! All of it has to come quickly. What comes late is left out: then the head is the general one, the page is kept by
//! nobody, and one thing alone, a product, is a 503 and never a 404.

use std::{sync::Arc, time::Duration};

use axum::Router;
use http::StatusCode;
use kit::domain::{CategoryId, Language, ProductId, ProjectId};
use proto::catalog::v1::Product;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::{
    first_view::FirstView,
    head::{Head, Site},
    head_texts::{self, NOT_FOUND},
    inlined::{self, Call},
    known::{self, Screen},
    shop_address::ShopAddress,
    structured,
};
use crate::{
    routes::{convert, projects::category::ProjectCategory},
    state::AppState,
};

/// How long a page waits for what it shows.
const PATIENCE: Duration = Duration::from_millis(300);

/// Products in the first tab of the home page.
const FEATURED: u32 = 8;

/// All projects: the page filters them itself.
const PROJECTS: u32 = 1_000;

/// Products beside another, and that one itself among them.
const RELATED: u32 = 5;

/// Where views come from. Cheap to clone.
#[derive(Clone)]
pub(super) struct Views {
    /// The contract's calls.
    pub(super) api: Router,
    pub(super) state: AppState,
    pub(super) site: Arc<Site>,
}

/// See the module.
pub(super) struct View {
    pub(super) status: StatusCode,
    pub(super) head: Head,
    /// What is shown before any script runs, where there is such a thing.
    pub(super) first: Option<FirstView>,
    /// The element with the API's answers.
    pub(super) data: String,
    /// Whether everything came in time, so that browsers may keep the page.
    pub(super) is_whole: bool,
}

impl View {
    const fn fixed(status: StatusCode, head: Head) -> Self {
        Self {
            status,
            head,
            first: None,
            data: String::new(),
            is_whole: true,
        }
    }
}

impl Views {
    /// The view of a screen.
    pub(super) async fn of(&self, language: Language, screen: Screen, query: &str) -> View {
        let deadline = Instant::now() + PATIENCE;
        let view = async {
            match screen {
                Screen::Fixed("/") => self.home(language, deadline).await,
                Screen::Fixed("/shop") => self.shop(language, query, deadline).await,
                Screen::Fixed("/projects") => self.projects(language, deadline).await,
                Screen::Fixed(path) => View::fixed(StatusCode::OK, self.plain(language, path)),
                Screen::Product(product) => self.product(language, product, deadline).await,
                Screen::Project(project) => self.project(language, project, deadline).await,
                Screen::ProjectCategory(category) => self.projects_of(language, category, deadline).await,
                Screen::Login | Screen::Unknown => not_found(language),
            }
        };
        kit::grpc::with_timeout(PATIENCE, view).await
    }

    async fn home(&self, language: Language, deadline: Instant) -> View {
        let mut head = self.plain(language, "/");
        head.structured = vec![structured::organization(&self.site)];
        let featured = Call::new("products/category/1")
            .with("page", 1)
            .with("limit", FEATURED);
        let projects = ProjectCategory::ALL.map(|category| {
            Call::new(&format!("projects/category/{}", category.name()))
                .with("page", 1)
                .with("limit", 1)
        });
        let content = ["promocodes", "campaign/active"].map(Call::new);
        let calls: Vec<_> = [featured].into_iter().chain(projects).chain(content).collect();
        let (mut view, _) = self.with_data(head, &calls, deadline).await;
        view.first = Some(FirstView::home());
        view
    }

    async fn shop(&self, language: Language, query: &str, deadline: Instant) -> View {
        let address = ShopAddress::read(query);
        let calls = address.calls();
        let (category, (mut view, products)) = tokio::join!(
            self.category(language, address.category, deadline),
            self.with_data(self.plain(language, "/shop"), &calls, deadline)
        );
        view.first = Some(FirstView::shop(language, products.as_ref(), !query.is_empty()));
        view.head.address = Some(address.canonical());
        if let Some(name) = category {
            view.head.description = head_texts::of(language).of_category(&name);
            view.head.structured = vec![self.path(language, &[(&name, &address.canonical())])];
            view.head.title = name;
        } else if address.category.is_some() {
            view.is_whole = false;
        }
        view
    }

    async fn product(&self, language: Language, id: ProductId, deadline: Instant) -> View {
        let answer = match timeout_at(deadline, self.state.clients.catalog.get_product(id)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(status)) if status.code() == tonic::Code::NotFound => return not_found(language),
            Ok(Err(_)) | Err(_) => return View::fixed(StatusCode::SERVICE_UNAVAILABLE, Head::default()),
        };
        let Some(product) = &answer.product else {
            return not_found(language);
        };
        let category = product.category.as_ref().map_or(0, |category| category.id);
        let calls = [
            Call::new(&format!("products/{id}")),
            Call::new(&format!("products/category/{category}"))
                .with("page", 1)
                .with("limit", RELATED),
        ];
        let head = self.product_head(language, product);
        let (mut view, product) = self.with_data(head, &calls, deadline).await;
        view.first = product.map(|product| FirstView::product(language, &product));
        view
    }

    async fn projects(&self, language: Language, deadline: Instant) -> View {
        let all = Call::new("projects").with("page", 1).with("limit", PROJECTS);
        let (view, _) = self
            .with_data(self.plain(language, "/projects"), &[all], deadline)
            .await;
        view
    }

    async fn projects_of(&self, language: Language, category: ProjectCategory, deadline: Instant) -> View {
        let texts = head_texts::of(language);
        let projects = texts.screen("/projects");
        let title = texts.project_category(category).to_owned();
        let address = format!("/projects/category/{}", category.name());
        let path = [(&*projects.title, "/projects"), (&*title, &*address)];
        let head = Head {
            description: projects.description.clone(),
            structured: vec![self.path_from_home(language, &path)],
            address: Some(address),
            title,
            ..Head::default()
        };
        let call = Call::new(&format!("projects/category/{}", category.name()));
        let (view, _) = self.with_data(head, &[call], deadline).await;
        view
    }

    async fn project(&self, language: Language, id: ProjectId, deadline: Instant) -> View {
        let answer = match timeout_at(deadline, self.state.clients.content.get_project(id)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(status)) if status.code() == tonic::Code::NotFound => return not_found(language),
            Ok(Err(_)) | Err(_) => return View::fixed(StatusCode::SERVICE_UNAVAILABLE, Head::default()),
        };
        let Some(project) = &answer.project else {
            return not_found(language);
        };
        let title = convert::localized(project.title.clone()).get(language).to_owned();
        let address = format!("/projects/{id}");
        let projects = &head_texts::of(language).screen("/projects").title;
        let head = Head {
            description: convert::localized(project.description.clone())
                .get(language)
                .to_owned(),
            picture: project.image.as_ref().map(|image| image.url.clone()),
            structured: vec![self.path_from_home(language, &[(projects, "/projects"), (&title, &address)])],
            address: Some(address),
            title,
            ..Head::default()
        };
        let call = Call::new(&format!("projects/{id}"));
        let (view, _) = self.with_data(head, &[call], deadline).await;
        view
    }

    /// What is the same for everybody at any time.
    fn plain(&self, language: Language, screen: &str) -> Head {
        let texts = head_texts::of(language).screen(screen);
        let head = Head {
            title: texts.title.clone(),
            description: texts.description.clone(),
            ..Head::default()
        };
        if !known::is_open(screen) {
            return head;
        }
        let steps: &[_] = if screen == "/" {
            &[]
        } else {
            &[(&*texts.title, screen)]
        };
        Head {
            address: Some(screen.to_owned()),
            structured: if steps.is_empty() {
                Vec::new()
            } else {
                vec![self.path_from_home(language, steps)]
            },
            ..head
        }
    }

    fn product_head(&self, language: Language, product: &Product) -> Head {
        let name = convert::localized(product.name.clone()).get(language).to_owned();
        let category = product.category.clone().unwrap_or_default();
        let category_name = convert::localized(category.name).get(language).to_owned();
        let address = format!("/shop/{}", product.id);
        let of_category = format!("/shop?category={}", category.id);
        Head {
            description: convert::localized(product.description.clone())
                .get(language)
                .to_owned(),
            picture: convert::first_image(product),
            is_product: true,
            structured: vec![
                self.path(language, &[(&category_name, &of_category), (&name, &address)]),
                structured::product(&self.site, language, product),
            ],
            address: Some(address),
            title: name,
        }
    }

    /// The path to something in the shop.
    fn path(&self, language: Language, steps: &[(&str, &str)]) -> Value {
        let shop = &head_texts::of(language).screen("/shop").title;
        let steps: Vec<_> = [(&**shop, "/shop")]
            .into_iter()
            .chain(steps.iter().copied())
            .collect();
        self.path_from_home(language, &steps)
    }

    fn path_from_home(&self, language: Language, steps: &[(&str, &str)]) -> serde_json::Value {
        let home = (&*head_texts::of(language).home, "/");
        let steps: Vec<_> = [home]
            .into_iter()
            .chain(steps.iter().copied())
            .map(|(name, address)| (name.to_owned(), address.to_owned()))
            .collect();
        structured::breadcrumbs(&self.site, language, &steps)
    }

    /// A category's name; none where none is chosen or the catalogue does not say.
    async fn category(
        &self,
        language: Language,
        chosen: Option<CategoryId>,
        deadline: Instant,
    ) -> Option<String> {
        let chosen = chosen?;
        let answer = timeout_at(deadline, self.state.clients.catalog.list_categories())
            .await
            .ok()?
            .ok()?;
        let category = answer
            .categories
            .iter()
            .find(|category| category.id == chosen.get())?;
        Some(convert::localized(category.name.clone()).get(language).to_owned())
    }

    /// The view with what the calls answer, and the answer to the first of them.
    async fn with_data(&self, head: Head, calls: &[Call], deadline: Instant) -> (View, Option<Value>) {
        let inlined = inlined::fetch(&self.api, calls, deadline).await;
        let view = View {
            status: StatusCode::OK,
            head,
            first: None,
            data: inlined.html,
            is_whole: inlined.is_whole,
        };
        (view, inlined.first)
    }
}

fn not_found(language: Language) -> View {
    let texts = head_texts::of(language).screen(NOT_FOUND);
    let head = Head {
        title: texts.title.clone(),
        ..Head::default()
    };
    View::fixed(StatusCode::NOT_FOUND, head)
}
