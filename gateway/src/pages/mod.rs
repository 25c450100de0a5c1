//! The web app: its files, and its one page for every address that it knows.

mod files;
mod index;
mod known;

use axum::{
    Router,
    extract::{Request, State},
    response::{IntoResponse as _, Redirect, Response},
};
use http::{HeaderValue, Method, StatusCode, Uri, header};
use kit::domain::Language;

use crate::{Config, state::AppState};
use files::Files;
use index::Index;
use known::{Address, Screen};

/// The built web app.
#[derive(Clone)]
pub(crate) struct Pages {
    files: Option<Files>,
    index: Option<Index>,
    default_language: Language,
}

impl Pages {
    /// From the folder of the settings. Without one, or with one that was not built yet, there are no pages.
    pub(crate) fn load(config: &Config) -> anyhow::Result<Self> {
        let index = match &config.web_dist {
            Some(folder) => Index::load(folder, config.public_url.is_secure())?,
            None => None,
        };
        if index.is_none() {
            tracing::warn!("there is no built web app: only the API is served");
        }
        Ok(Self {
            files: config.web_dist.as_deref().map(Files::new),
            index,
            default_language: config.default_language,
        })
    }
}

/// What answers every address outside the API.
pub(crate) fn routes(pages: Pages, state: AppState) -> Router {
    Router::new().fallback(serve).with_state((pages, state))
}

async fn serve(State((pages, state)): State<(Pages, AppState)>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, HeaderValue::from_static("GET, HEAD"))];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response();
    }
    if let Some(files) = pages.files.filter(|_| files::is_file(request.uri().path())) {
        return files.serve(request).await;
    }
    page(pages.index, pages.default_language, &state, request.uri()).await
}

async fn page(index: Option<Index>, default: Language, state: &AppState, uri: &Uri) -> Response {
    let Some(index) = index else {
        return (StatusCode::SERVICE_UNAVAILABLE, "The shop's pages are not built yet.\n").into_response();
    };
    let Address { language, screen } = known::read(uri.path());
    let status = match screen {
        Screen::Known => StatusCode::OK,
        Screen::Product(product) => known::product_status(state, product).await,
        Screen::Unknown => StatusCode::NOT_FOUND,
        Screen::Login => return to_login(language, uri.query()),
    };
    index.respond(status, language.unwrap_or(default))
}

fn to_login(language: Option<Language>, query: Option<&str>) -> Response {
    let prefix = language.map(|language| format!("/{language}")).unwrap_or_default();
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Redirect::temporary(&format!("{prefix}/login{query}")).into_response()
}
