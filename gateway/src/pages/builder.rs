//! Builds the content of pages: status, head, first view and inlined API responses.
//!
//! Data that is late is left out: the head is then the screen's general one, and caches must not store the page. Without what
//! it shows first, as a product or a list, a page is a 503, never a 404 or a page without products, which robots would keep.

use std::{sync::Arc, time::Duration};

use axum::Router;
use http::StatusCode;
use kit::{
    domain::{CategoryId, Language, ProductId, ProjectId},
    vocabulary::content::ProjectCategory,
};
use proto::{catalog::v1::Product, content::v1::ListHomeTextsResponse};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::{
    first_view::FirstView,
    head::{Head, Site},
    home_texts::HomeTexts,
    inlined::{self, Call, Deadlines},
    offer,
    preview::Preview,
    screens::{
        CONTACT, HOME, PRODUCT, PROJECT, PROJECT_CATEGORY, PROJECTS, Route, SCREENS, SEARCH, SHOP, Screen,
    },
    search_query::SearchQuery,
    shop_query::ShopQuery,
    structured_data,
};
use crate::{
    cache::{Entry, Provenance},
    convert,
    layers::limits::SERVICES_TIMEOUT,
    state::AppState,
};

/// Time limit for the data of a page.
const TIMEOUT: Duration = Duration::from_millis(300);

/// Time limit for the data without which a page has nothing to show: that of any other request, as the alternative is an error.
const FIRST_TIMEOUT: Duration = SERVICES_TIMEOUT;

/// Builds pages. Cheap to clone.
#[derive(Clone)]
pub(super) struct PageBuilder {
    /// The routes of the API.
    pub(super) api: Router,
    pub(super) state: AppState,
    pub(super) site: Arc<Site>,
}

/// The content of a page.
pub(super) struct Page {
    pub(super) status: StatusCode,
    /// Path of the screen in the table, by which links name their screen; empty without one.
    pub(super) screen: &'static str,
    pub(super) head: Head,
    pub(super) first_view: Option<FirstView>,
    /// The element with API responses.
    pub(super) inlined: String,
    /// Whether no data is missing, so that caches may store the page.
    pub(super) is_complete: bool,
    /// Sources of the page; `None` if unknown.
    pub(super) provenance: Option<Provenance>,
}

impl Page {
    const fn without_data(status: StatusCode, head: Head) -> Self {
        Self {
            status,
            screen: "",
            head,
            first_view: None,
            inlined: String::new(),
            is_complete: true,
            provenance: None,
        }
    }

    /// Adds data that the page was made from.
    fn add_provenance(&mut self, other: &Provenance) {
        self.provenance = self.provenance.as_ref().map(|own| own.and(other));
    }

    /// Writes the texts that staff may change. Without them a page that shows some of them first is incomplete.
    fn set_texts(&mut self, language: Language, changed: Option<&Entry<ListHomeTextsResponse>>) {
        let screen = SCREENS.get(self.screen);
        let texts = changed
            .map(|changed| HomeTexts::from(&**changed))
            .unwrap_or_default();
        texts.describe(&mut self.head, screen, language);
        if let Some(first_view) = texts.first_view(screen, language) {
            self.first_view = Some(first_view);
        }
        if let Some(first_view) = &mut self.first_view {
            first_view.fill(texts.slots(language));
        }
        self.inlined.push_str(&texts.html());
        match changed {
            Some(changed) => self.add_provenance(&changed.provenance),
            None => self.is_complete &= !HomeTexts::are_shown_by(screen),
        }
    }

    fn not_found(language: Language) -> Self {
        let head = Head {
            title: SCREENS.not_found.get(language).to_owned(),
            ..Head::default()
        };
        Self::without_data(StatusCode::NOT_FOUND, head)
    }
}

/// Whether a page of a list was asked for that the list does not have; false without the list.
fn is_beyond_the_last(page: u32, list: Option<&Value>) -> bool {
    let rows = list.and_then(|list| list["data"].as_array());
    page > 1 && rows.is_some_and(Vec::is_empty)
}

impl PageBuilder {
    /// Builds the page of a route.
    pub(super) async fn build(&self, language: Language, route: Route, query: &str) -> Page {
        let now = Instant::now();
        let deadlines = Deadlines {
            first: now + FIRST_TIMEOUT,
            rest: now + TIMEOUT,
        };
        let page = Box::pin(async {
            match route {
                Route::Static(screen) if screen.path == HOME => self.home(language, deadlines).await,
                Route::Static(screen) if screen.path == SHOP => self.shop(language, query, deadlines).await,
                Route::Static(screen) if screen.path == SEARCH => {
                    self.search(language, screen, query, deadlines).await
                }
                Route::Static(screen) => self.static_screen(language, screen, query, deadlines).await,
                Route::Product(id) => self.product(language, id, deadlines).await,
                Route::Project(id) => self.project(language, id, deadlines).await,
                Route::ProjectCategory(category) => {
                    self.project_category(language, category, deadlines).await
                }
                Route::Redirect(_) | Route::NotFound => Page::not_found(language),
            }
        });
        let texts = Box::pin(timeout_at(
            deadlines.rest,
            self.state.clients.content.list_home_texts(),
        ));
        let with_texts = async {
            let (mut page, texts) = tokio::join!(page, texts);
            page.set_texts(language, texts.ok().and_then(Result::ok).as_deref());
            page
        };
        kit::grpc::with_timeout(FIRST_TIMEOUT, with_texts).await
    }

    async fn home(&self, language: Language, deadlines: Deadlines) -> Page {
        let screen = SCREENS.get(HOME);
        let mut head = self.screen_head(language, screen);
        head.structured_data = vec![structured_data::organization(&self.site)];
        let calls = screen.calls(&[]);
        let ((mut page, _), campaign) = tokio::join!(
            self.with_data(screen, head, &calls, deadlines),
            timeout_at(deadlines.rest, self.state.clients.content.get_active_campaign())
        );
        page.first_view = FirstView::fixed(screen);
        // The page has the response of the same call, which says whether it is complete.
        let campaign = campaign.ok().and_then(Result::ok);
        let campaign = campaign.and_then(|response| response.campaign.clone());
        if let Some((image, name)) = campaign.and_then(|campaign| campaign.image.zip(campaign.name)) {
            let preview = Preview::new(
                image,
                language,
                kit::domain::LocalizedText::from(name).get(language),
            );
            page.head.structured_data.push(structured_data::page_picture(
                &self.site, language, HOME, &preview,
            ));
            page.head.image = Some(preview);
        }
        page
    }

    /// Builds the page of a screen without parameters. A filtered list of projects has no first view.
    async fn static_screen(
        &self,
        language: Language,
        screen: &'static Screen,
        query: &str,
        deadlines: Deadlines,
    ) -> Page {
        let head = self.screen_head(language, screen);
        let calls = screen.calls(&[]);
        let made_at = self.state.changes.now();
        let (mut page, response) = self.with_data(screen, head, &calls, deadlines).await;
        if calls.is_empty() {
            page.provenance = Some(Provenance::new(Vec::new(), made_at));
        }
        page.first_view = match response {
            Some(response) if screen.path == PROJECTS && query.is_empty() => response
                .pointer("/data/data")
                .and_then(|projects| FirstView::projects(screen, language, projects, None)),
            response if screen.path == CONTACT => {
                let stores = response.as_ref().map(|response| &response["data"]);
                FirstView::contact(screen, language, stores)
            }
            _ => FirstView::fixed(screen),
        };
        page
    }

    async fn shop(&self, language: Language, query: &str, deadlines: Deadlines) -> Page {
        let query = ShopQuery::parse(query);
        let calls = query.calls();
        let head = self.screen_head(language, SCREENS.get(SHOP));
        let (category, (mut page, products)) = tokio::join!(
            self.category_name(language, query.category, deadlines),
            self.with_data(SCREENS.get(SHOP), head, &calls, deadlines)
        );
        if is_beyond_the_last(query.page(), products.as_ref()) {
            return Page::not_found(language);
        }
        let name = category.as_ref().map(|(name, _)| name.as_str());
        let products = products.filter(|_| query.is_default());
        page.first_view = Some(FirstView::shop(language, products.as_ref(), name));
        page.head.canonical = Some(query.canonical());
        page.head.is_filtered = query.is_filtered();
        if let Some((name, provenance)) = category {
            page.add_provenance(&provenance);
            let description = SCREENS.category_description.get(language);
            page.head.description = description.replace("{name}", &name);
            page.head.structured_data = vec![self.shop_breadcrumbs(language, &[(&name, &query.canonical())])];
            page.head.title = name;
        } else if query.category.is_some() {
            page.is_complete = false;
        }
        page
    }

    async fn search(
        &self,
        language: Language,
        screen: &'static Screen,
        query: &str,
        deadlines: Deadlines,
    ) -> Page {
        let Some(query) = SearchQuery::parse(query) else {
            let mut page = self.static_screen(language, screen, query, deadlines).await;
            page.first_view = Some(FirstView::search(language, None));
            return page;
        };
        let head = self.screen_head(language, screen);
        let (mut page, response) = self.with_data(screen, head, &query.calls(), deadlines).await;
        if is_beyond_the_last(query.page(), response.as_ref()) {
            return Page::not_found(language);
        }
        let found = response.as_ref().map(|response| (&*query.term, response));
        page.first_view = Some(FirstView::search(language, found));
        page
    }

    async fn product(&self, language: Language, id: ProductId, deadlines: Deadlines) -> Page {
        let response = match timeout_at(deadlines.first, self.state.clients.catalog.get_product(id)).await {
            Ok(Ok(response)) => response,
            Ok(Err(status)) if status.code() == tonic::Code::NotFound => return Page::not_found(language),
            Ok(Err(_)) | Err(_) => {
                return Page::without_data(StatusCode::SERVICE_UNAVAILABLE, Head::default());
            }
        };
        let Some(product) = &response.product else {
            return Page::not_found(language);
        };
        let calls = SCREENS.get(PRODUCT).calls(&[(":id", &*id.to_string())]);
        let head = self.product_head(language, product);
        let price = structured_data::price_text(product, language);
        let ((mut page, shown), terms) = tokio::join!(
            self.with_data(SCREENS.get(PRODUCT), head, &calls, deadlines),
            timeout_at(deadlines.rest, self.state.clients.content.get_shop_terms())
        );
        // Without the terms the structured data promises nothing, and the page is whole.
        let terms = terms.ok().and_then(Result::ok);
        let promised = terms.as_ref().and_then(|response| response.terms.clone());
        let promised = promised.unwrap_or_default();
        let data = structured_data::product(&self.site, language, product, &promised);
        page.head.structured_data.push(data);
        page.first_view = shown.map(|product| FirstView::product(language, &product, price));
        page.add_provenance(&response.provenance);
        if let Some(terms) = &terms {
            page.add_provenance(&terms.provenance);
        }
        page
    }

    async fn project_category(
        &self,
        language: Language,
        category: ProjectCategory,
        deadlines: Deadlines,
    ) -> Page {
        let projects = SCREENS.get(PROJECTS);
        let title = SCREENS.project_category(category, language).to_owned();
        let path = format!("/projects/category/{}", category.name());
        let steps = [(projects.title.get(language), PROJECTS), (&*title, &*path)];
        let head = Head {
            description: projects.description.get(language).to_owned(),
            structured_data: vec![self.breadcrumbs(language, &steps)],
            canonical: Some(path),
            title,
            ..Head::default()
        };
        let screen = SCREENS.get(PROJECT_CATEGORY);
        let calls = screen.calls(&[(":category", category.name())]);
        let (mut page, response) = self.with_data(screen, head, &calls, deadlines).await;
        let projects = response.as_ref().map(|response| &response["data"]);
        page.first_view = projects
            .and_then(|projects| FirstView::projects(screen, language, projects, Some(&page.head.title)));
        page
    }

    async fn project(&self, language: Language, id: ProjectId, deadlines: Deadlines) -> Page {
        let response = match timeout_at(deadlines.first, self.state.clients.content.get_project(id)).await {
            Ok(Ok(response)) => response,
            Ok(Err(status)) if status.code() == tonic::Code::NotFound => return Page::not_found(language),
            Ok(Err(_)) | Err(_) => {
                return Page::without_data(StatusCode::SERVICE_UNAVAILABLE, Head::default());
            }
        };
        let Some(project) = &response.project else {
            return Page::not_found(language);
        };
        let title = convert::localized(project.title.clone()).get(language).to_owned();
        let path = format!("/projects/{id}");
        let projects = SCREENS.get(PROJECTS).title.get(language);
        let image = project.image.clone();
        let image = image.map(|image| Preview::new(image, language, &title));
        let picture = image.iter();
        let picture = picture.map(|image| structured_data::page_picture(&self.site, language, &path, image));
        let breadcrumbs = self.breadcrumbs(language, &[(projects, PROJECTS), (&title, &path)]);
        let head = Head {
            description: convert::localized(project.description.clone())
                .get(language)
                .to_owned(),
            structured_data: [breadcrumbs].into_iter().chain(picture).collect(),
            image,
            canonical: Some(path),
            title,
            ..Head::default()
        };
        let screen = SCREENS.get(PROJECT);
        let calls = screen.calls(&[(":id", &id.to_string())]);
        let (mut page, own) = self.with_data(screen, head, &calls, deadlines).await;
        let project = own.as_ref().map(|own| &own["data"]);
        page.first_view = project.and_then(|project| FirstView::project(screen, language, project));
        page.add_provenance(&response.provenance);
        page
    }

    /// Returns the head of a screen without data.
    fn screen_head(&self, language: Language, screen: &Screen) -> Head {
        let title = screen.title.get(language);
        let head = Head {
            title: title.to_owned(),
            description: screen.description.get(language).to_owned(),
            ..Head::default()
        };
        if !screen.is_indexed() {
            return head;
        }
        let structured_data = if screen.path == HOME {
            Vec::new()
        } else {
            vec![self.breadcrumbs(language, &[(title, &screen.path)])]
        };
        Head {
            canonical: Some(screen.path.clone()),
            structured_data,
            ..head
        }
    }

    fn product_head(&self, language: Language, product: &Product) -> Head {
        let name = convert::localized(product.name.clone()).get(language).to_owned();
        let category = product.category.clone().unwrap_or_default();
        let category_name = convert::localized(category.name).get(language).to_owned();
        let path = format!("/shop/{}", product.id);
        let category_path = format!("/shop?category={}", category.id);
        let steps = [(&*category_name, &*category_path), (&*name, &*path)];
        Head {
            description: convert::localized(product.description.clone())
                .get(language)
                .to_owned(),
            image: offer::preview(product, language),
            is_product: true,
            structured_data: vec![self.shop_breadcrumbs(language, &steps)],
            canonical: Some(path),
            is_filtered: false,
            title: name,
        }
    }

    /// Returns breadcrumbs below the shop.
    fn shop_breadcrumbs(&self, language: Language, steps: &[(&str, &str)]) -> Value {
        let shop = (SCREENS.get(SHOP).title.get(language), SHOP);
        self.breadcrumbs(language, &[&[shop], steps].concat())
    }

    /// Returns breadcrumbs below the home page.
    fn breadcrumbs(&self, language: Language, steps: &[(&str, &str)]) -> Value {
        let home = (SCREENS.home.get(language), HOME);
        structured_data::breadcrumbs(&self.site, language, &[&[home], steps].concat())
    }

    /// Returns the name of a category and what it was made from; `None` without a category or if the catalog fails.
    async fn category_name(
        &self,
        language: Language,
        category: Option<CategoryId>,
        deadlines: Deadlines,
    ) -> Option<(String, Provenance)> {
        let id = category?.get();
        let response = timeout_at(deadlines.rest, self.state.clients.catalog.list_categories())
            .await
            .ok()?
            .ok()?;
        let category = response.categories.iter().find(|category| category.id == id)?;
        let name = convert::localized(category.name.clone()).get(language).to_owned();
        Some((name, response.provenance.clone()))
    }

    /// Returns the page with the responses to the calls, and the first response, without which it has nothing to show. The
    /// contact page has its form.
    async fn with_data(
        &self,
        screen: &'static Screen,
        head: Head,
        calls: &[Call],
        deadlines: Deadlines,
    ) -> (Page, Option<Value>) {
        let inlined = inlined::fetch(&self.api, calls, deadlines).await;
        let status = if inlined.lacks_first && screen.path != CONTACT {
            StatusCode::SERVICE_UNAVAILABLE
        } else {
            StatusCode::OK
        };
        let page = Page {
            status,
            screen: &screen.path,
            head,
            first_view: None,
            inlined: inlined.html,
            is_complete: inlined.is_complete,
            provenance: inlined.provenance,
        };
        (page, inlined.first)
    }
}
