//! All calls of the REST API.

use std::{sync::OnceLock, time::Duration};

use axum::{Router, middleware::from_fn_with_state, routing::get};
use http::{HeaderMap, HeaderValue};
use utoipa::OpenApi as _;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    cookies::DESK_PATH,
    layers::limits::{self, SERVICES_TIMEOUT, SLOW_SERVICES_TIMEOUT},
    openapi::{self, Base},
    state::AppState,
    static_file::StaticFile,
};

mod account;
mod auth;
pub(crate) mod cacheable;
mod campaigns;
mod carts;
mod categories;
mod conversations;
pub(crate) mod designs;
pub(crate) mod desk;
pub(crate) mod image;
mod inquiries;
mod measures;
mod offers;
mod orders;
pub(crate) mod pictures;
mod products;
pub(crate) mod projects;
mod promocodes;
mod script_errors;
mod shop_terms;
mod stores;
mod suggestions;
mod visit;
mod visitor;

const BASE_PATH: &str = "/api/v1.0";

/// Groups whose path has capital letters. They are also served in lower case.
fn capitalized_groups() -> [(&'static str, OpenApiRouter<AppState>); 4] {
    [
        (
            "/Sessions",
            with_timeout(SERVICES_TIMEOUT, auth::session_routes()),
        ),
        ("/Auth", with_timeout(SLOW_SERVICES_TIMEOUT, auth::routes())),
        (
            "/ProductInquiries",
            with_timeout(SERVICES_TIMEOUT, inquiries::quote_routes()),
        ),
        (
            "/CatalogueDownloads",
            with_timeout(SERVICES_TIMEOUT, inquiries::brochure_routes()),
        ),
    ]
}

fn with_timeout(services_timeout: Duration, routes: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    routes.route_layer(from_fn_with_state(services_timeout, limits::timeout))
}

fn calls() -> OpenApiRouter<AppState> {
    let routes = OpenApiRouter::new()
        .merge(products::routes())
        .routes(routes!(suggestions::suggest_all))
        .routes(routes!(categories::list_categories))
        .merge(carts::routes())
        .merge(account::routes())
        .merge(inquiries::routes())
        .merge(offers::routes())
        .merge(conversations::routes())
        .merge(designs::routes())
        .merge(orders::link_routes())
        .merge(campaigns::routes())
        .routes(routes!(promocodes::list_promocodes))
        .merge(projects::routes())
        .routes(routes!(stores::list_stores))
        .routes(routes!(shop_terms::get_shop_terms))
        .routes(routes!(script_errors::report_script_error));
    let slow_routes = orders::routes().merge(account::slow_routes());
    let routes =
        with_timeout(SERVICES_TIMEOUT, routes).merge(with_timeout(SLOW_SERVICES_TIMEOUT, slow_routes));
    capitalized_groups()
        .into_iter()
        .fold(routes, |routes, (path, group)| routes.nest(path, group))
}

/// Generates the OpenAPI document.
pub(crate) fn document() -> utoipa::openapi::OpenApi {
    let (_, document) = OpenApiRouter::with_openapi(Base::openapi())
        .nest(BASE_PATH, calls())
        .nest(BASE_PATH, conversations::upload_routes())
        .nest(DESK_PATH, desk::routes())
        .split_for_parts();
    openapi::complete(document)
}

/// Returns the OpenAPI document as a file. Generating it takes long, so each process does it once.
fn document_file() -> Result<&'static StaticFile, serde_json::Error> {
    static FILE: OnceLock<StaticFile> = OnceLock::new();
    if let Some(file) = FILE.get() {
        return Ok(file);
    }
    let file = StaticFile::new(
        HeaderValue::from_static("application/json"),
        HeaderValue::from_static("no-cache"),
        openapi::write(&document())?,
    );
    Ok(FILE.get_or_init(|| file))
}

/// Returns the customers' calls whose bodies have files, without the middleware of the server. They limit the size of their bodies.
pub(crate) fn uploads() -> Router<AppState> {
    Router::new().nest(BASE_PATH, conversations::upload_routes().into())
}

/// Returns the calls of the desk, without the middleware of the server.
///
/// They read their bodies after the session is checked, so the limit of the size is theirs.
pub(crate) fn desk() -> Router<AppState> {
    Router::new().nest(DESK_PATH, desk::routes().into())
}

/// Returns all calls of the shop and the OpenAPI document, without the middleware of the server.
pub(crate) fn api() -> Result<Router<AppState>, serde_json::Error> {
    let document = document_file()?;
    let document = get(async move |headers: HeaderMap| document.respond(&headers).await);
    let (routes, _) = calls().split_for_parts();
    let routes = capitalized_groups()
        .into_iter()
        .fold(routes, |routes, (path, group)| {
            routes.nest(&path.to_lowercase(), group.into())
        });
    Ok(Router::new().nest(BASE_PATH, routes.route("/openapi.json", document)))
}
