//! The routes with their middleware, behind the cache of finished responses.

use std::{
    convert::Infallible,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, HttpBody as _},
    extract::{DefaultBodyLimit, Request},
    middleware::{from_fn, from_fn_with_state},
    response::Response,
    routing::any,
};
use futures::future::join_all;
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use kit::domain::Language;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;
use tower_http::{
    CompressionLevel, catch_panic::CatchPanicLayer, compression::CompressionLayer,
    limit::RequestBodyLimitLayer,
};

use crate::{
    Config, api_docs,
    csrf::{self, AllowedOrigins},
    error::ApiError,
    extract::MAX_BODY_SIZE,
    health,
    layers::{
        errors, etag, limits,
        observe::{self, RequestMetrics, Route},
        security_headers, stale,
    },
    pages::{self, Pages},
    responses::{Audience, CachedResponse, Finished},
    routes,
    state::AppState,
};

/// Compression level of responses, chosen for speed; files and cached responses are compressed once.
const COMPRESSION: CompressionLevel = CompressionLevel::Precise(4);

/// Number of cached responses that are made anew at a time.
const REFRESHES: usize = 4;

/// Tries of each home page before the first request is served.
const PREPARATIONS: usize = 3;

/// The longest time before the first request is served.
const PREPARATION_LIMIT: Duration = Duration::from_secs(5);

/// Answers requests. Cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<Inner>);

struct Inner {
    router: Router,
    /// The routes without metrics and traces of requests.
    unobserved: Router,
    refreshes: Arc<Semaphore>,
    state: AppState,
    metrics: RequestMetrics,
    permits: Arc<Semaphore>,
    stopping: CancellationToken,
}

impl App {
    /// Builds all routes with their middleware.
    pub(crate) fn new(
        config: &Config,
        state: &AppState,
        stopping: CancellationToken,
    ) -> anyhow::Result<Self> {
        let permits = Arc::new(Semaphore::new(config.max_requests));
        state.desk.live.stop_with(stopping.clone());
        let exports_traces = config.process.telemetry.otlp_endpoint.is_some();
        let metrics = RequestMetrics::new(&state.metrics, exports_traces);
        let pages = Pages::load(config, state, routes::api()?.with_state(state.clone()))?;
        let is_secure = config.public_url.is_secure();
        let unobserved = Router::new()
            .merge(api(config, state, &permits)?)
            .merge(routes::pictures::routes(state, &permits))
            .merge(routes::designs::drawing::routes(state, &permits))
            .merge(routes::designs::model::routes(state, &permits))
            .fallback_service(shop_pages(pages, &permits))
            .layer(CompressionLayer::new().quality(COMPRESSION))
            // Probes have no load limit.
            .merge(health::routes(stopping.clone()))
            .layer(from_fn_with_state(stopping.clone(), health::close_connections))
            .layer(from_fn_with_state(is_secure, security_headers::set));
        Ok(Self::with_routes(unobserved, state, metrics, permits, stopping))
    }

    fn with_routes(
        unobserved: Router,
        state: &AppState,
        metrics: RequestMetrics,
        permits: Arc<Semaphore>,
        stopping: CancellationToken,
    ) -> Self {
        let observe = from_fn_with_state(metrics.clone(), observe::record);
        Self(Arc::new(Inner {
            router: unobserved.clone().layer(observe),
            unobserved,
            refreshes: Arc::new(Semaphore::new(REFRESHES)),
            state: state.clone(),
            metrics,
            permits,
            stopping,
        }))
    }

    /// Makes the home pages, so that they are in the cache for the first visitors of a new process. While all processes start, a page
    /// whose data is not in any cache may take longer than its deadline, and fail.
    pub(crate) async fn prepare(&self) {
        let others = Language::ALL.map(|language| format!("/{}", language.name()));
        let paths = others.into_iter().chain(["/".to_owned()]);
        let pages = join_all(paths.map(|path| self.prepare_page(path)));
        if tokio::time::timeout(PREPARATION_LIMIT, pages).await.is_err() {
            tracing::warn!(
                "the home pages are not made after {} s, serving without them",
                PREPARATION_LIMIT.as_secs()
            );
        }
    }

    async fn prepare_page(&self, path: String) {
        for _ in 0..PREPARATIONS {
            let Ok(request) = Request::get(&path).body(Body::empty()) else {
                return;
            };
            let Ok(response) = self.respond(request).await;
            if response.status() != StatusCode::SERVICE_UNAVAILABLE {
                return;
            }
        }
    }

    /// Responds to a request, from the cache if it has a current response.
    pub(crate) async fn respond(&self, request: Request) -> Result<Response, Infallible> {
        self.0.state.unknown_proxies.count(&request);
        if request.method() != Method::GET || !request.body().is_end_stream() {
            return self.0.router.clone().oneshot(request).await;
        }
        if let Some(response) = self.cached(request.uri(), request.headers()) {
            return Ok(response);
        }
        let uri = request.uri().clone();
        let mut response = self.0.router.clone().oneshot(request).await?;
        let extensions = response.extensions_mut();
        if let Some(finished) = extensions.remove::<Finished>()
            && let Some(route) = extensions.get::<Route>()
        {
            let responses = &self.0.state.responses;
            responses.count_miss();
            responses.insert(cache_key(&uri), route, finished);
        }
        Ok(response)
    }

    /// Returns a cached response, unless there are too many concurrent requests.
    fn cached(&self, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
        let responses = &self.0.state.responses;
        let started = Instant::now();
        if !is_api(uri) && pages::is_preview(uri.path(), uri.query()) {
            return None;
        }
        let audience = self.audience(uri, headers)?;
        let cached = responses.get(cache_key(uri), audience.discount)?;
        let permit = Arc::clone(&self.0.permits).try_acquire_owned().ok()?;
        if !audience.discount.is_set() && responses.begin_refresh(&cached) {
            self.refresh(uri, &cached);
        }
        let (mut response, labels) = responses.respond(&cached, headers, audience);
        if self.0.stopping.is_cancelled() {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
        }
        self.0.metrics.record_cached(labels, headers, started);
        Some(limits::with_permit(response, permit))
    }

    /// Starts to make a cached response anew, as for a visitor without a session, unless too many others are being made.
    ///
    /// So a response that is often requested is replaced before it expires, and no request waits for that.
    fn refresh(&self, uri: &Uri, cached: &Arc<CachedResponse>) {
        let Ok(permit) = Arc::clone(&self.0.refreshes).try_acquire_owned() else {
            cached.end_refresh();
            return;
        };
        let (app, uri, cached) = (self.clone(), uri.clone(), Arc::clone(cached));
        tokio::spawn(async move {
            let mut request = Request::new(Body::empty());
            request.uri_mut().clone_from(&uri);
            let Ok(mut response) = app.0.unobserved.clone().oneshot(request).await;
            if let Some(finished) = response.extensions_mut().remove::<Finished>() {
                let responses = &app.0.state.responses;
                responses.insert(cache_key(&uri), cached.route(), finished);
            }
            cached.end_refresh();
            drop(permit);
        });
    }

    /// Returns the audience of a request; `None` if that takes a call to a service.
    fn audience(&self, uri: &Uri, headers: &HeaderMap) -> Option<Audience> {
        // Pages are the same for all visitors.
        if !is_api(uri) || !headers.contains_key(header::COOKIE) {
            return Some(Audience::PUBLIC);
        }
        let token = self.0.state.cookies.tokens(headers).session;
        if token.is_empty() {
            return Some(Audience::PUBLIC);
        }
        let session = self.0.state.sessions.get(&token)?;
        Some(Audience {
            discount: session.discount,
            is_private: true,
        })
    }
}

fn is_api(uri: &Uri) -> bool {
    uri.path().starts_with("/api/")
}

/// Returns the part of a URI that determines the response: of most pages the path.
fn cache_key(uri: &Uri) -> &str {
    if is_api(uri) || pages::reads_query(uri.path()) {
        uri.path_and_query().map_or(uri.path(), |text| text.as_str())
    } else {
        uri.path()
    }
}

fn api(config: &Config, state: &AppState, permits: &Arc<Semaphore>) -> anyhow::Result<Router> {
    let origins = Arc::new(AllowedOrigins::new(config.public_url.origins()));
    let not_found = || async { ApiError::not_found() };
    Ok(routes::api()?
        .merge(api_docs::routes())
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*rest}", any(not_found))
        .layer(DefaultBodyLimit::max(MAX_BODY_SIZE))
        .layer(RequestBodyLimitLayer::new(MAX_BODY_SIZE))
        .layer(from_fn(stale::mark))
        .merge(routes::uploads())
        .merge(routes::desk())
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(origins, csrf::check_origin))
        .layer(from_fn_with_state(Arc::clone(permits), limits::shed_load))
        .layer(from_fn(etag::not_modified))
        .layer(from_fn_with_state(state.clone(), errors::render))
        .with_state(state.clone()))
}

fn shop_pages(pages: Pages, permits: &Arc<Semaphore>) -> Router {
    pages::routes(pages)
        .layer(from_fn(stale::mark))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(Arc::clone(permits), limits::shed_load))
        .layer(from_fn(etag::not_modified))
}

/// Responds after a panic, whose message the default hook has logged.
fn panicked(_: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    use axum::response::IntoResponse as _;
    tracing::error!("a handler panicked");
    http::StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

#[cfg(test)]
mod tests;
