//! The routes with their middleware, behind the cache of finished responses.

use std::{convert::Infallible, sync::Arc, time::Instant};

use axum::{
    Router,
    body::{Body, HttpBody as _},
    extract::{DefaultBodyLimit, Request},
    middleware::{from_fn, from_fn_with_state},
    response::Response,
    routing::any,
};
use http::{HeaderMap, HeaderValue, Method, Uri, header};
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
        security_headers,
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
        let exports_traces = config.process.telemetry.otlp_endpoint.is_some();
        let metrics = RequestMetrics::new(&state.metrics, exports_traces);
        let pages = Pages::load(config, state, routes::api()?.with_state(state.clone()))?;
        let is_secure = config.public_url.is_secure();
        let unobserved = Router::new()
            .merge(api(config, state, &permits)?)
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

    /// Responds to a request, from the cache if it has a current response.
    pub(crate) async fn respond(&self, request: Request) -> Result<Response, Infallible> {
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

    /// Returns the audience of a request; `None` if that takes a call to a service, or if it is staff, whose responses
    /// are not cached.
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
        (!session.is_staff).then_some(Audience {
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
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(origins, csrf::check_origin))
        .layer(from_fn_with_state(Arc::clone(permits), limits::shed_load))
        .layer(from_fn(etag::not_modified))
        .layer(from_fn_with_state(state.clone(), errors::render))
        .with_state(state.clone()))
}

fn shop_pages(pages: Pages, permits: &Arc<Semaphore>) -> Router {
    pages::routes(pages)
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
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        time::Duration,
    };

    use super::*;
    use crate::{
        cache::{Provenance, Topic},
        session::Session,
        testing::{Gateway, bytes, config, session},
    };
    use axum::{Extension, body::Bytes, routing::get as get_route};
    use kit::domain::Percent;
    use testkit::eventually;

    const LIST: &str = "/api/v1.0/products?page=1";

    /// A body that is worth compressing.
    fn text() -> String {
        "[1,2,3]".repeat(200)
    }

    fn insert(gateway: &Gateway, path: &str, discount: Percent, body: &str) {
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::VARY, "cookie"),
            (header::CACHE_CONTROL, "public, max-age=10"),
            (header::ETAG, "W/\"a\""),
        ];
        let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
        let finished = Finished {
            headers: headers.into_iter().collect(),
            body: Bytes::from(body.to_owned()),
            discount,
            provenance: Provenance::new(vec![Topic::Products(None)], gateway.state.changes.now()),
        };
        let route = Route::new("GET", "/api/v1.0/products");
        gateway.state.responses.insert(path, &route, finished);
    }

    /// A gateway whose services are unavailable, with one cached response.
    fn gateway() -> Gateway {
        let gateway = Gateway::start();
        insert(&gateway, LIST, Percent::ZERO, &text());
        gateway
    }

    async fn get(gateway: &Gateway, headers: &[(&str, &str)]) -> Response {
        gateway.send("GET", LIST, headers, "").await
    }

    #[tokio::test]
    async fn answers_from_the_cache_until_the_data_changes() {
        let gateway = gateway();
        let response = get(&gateway, &[]).await;
        assert_eq!(response.status(), 200);
        let headers = response.headers();
        assert_eq!(headers["cache-control"], "public, max-age=10");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        let vary: Vec<_> = headers.get_all("vary").iter().collect();
        assert_eq!(vary, ["cookie", "accept-encoding"]);
        assert_eq!(bytes(response).await, text().as_bytes());
        gateway.state.changes.record([Topic::Products(Some(2))]);
        assert_eq!(get(&gateway, &[]).await.status(), 200);
        gateway.state.changes.record([Topic::Products(None)]);
        assert_eq!(get(&gateway, &[]).await.status(), 503);
    }

    #[tokio::test(start_paused = true)]
    async fn answers_from_the_cache_for_thirty_seconds() {
        let gateway = gateway();
        tokio::time::advance(Duration::from_millis(29_999)).await;
        assert_eq!(get(&gateway, &[]).await.status(), 200);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(get(&gateway, &[]).await.status(), 503);
    }

    #[tokio::test]
    async fn answers_from_the_cache_only_get_requests_without_a_body() {
        let gateway = gateway();
        assert_eq!(gateway.send("HEAD", LIST, &[], "").await.status(), 503);
        assert_eq!(gateway.send("GET", LIST, &[], "x").await.status(), 503);
        assert_eq!(gateway.send("POST", LIST, &[], "").await.status(), 405);
    }

    #[tokio::test]
    async fn sends_compressed_variants_once_they_are_ready() {
        let gateway = gateway();
        for encoding in ["br", "gzip"] {
            let compressed = || async {
                let response = get(&gateway, &[("accept-encoding", encoding)]).await;
                assert_eq!(response.status(), 200);
                let is_compressed = response.headers().get("content-encoding")? == encoding;
                assert!(is_compressed);
                Some(bytes(response).await)
            };
            let body = eventually("the response is compressed", compressed).await;
            assert!(body.len() < text().len() / 4, "{encoding}");
        }
        let identity = get(&gateway, &[("accept-encoding", "zstd, br;q=0")]).await;
        assert!(!identity.headers().contains_key("content-encoding"));
        assert_eq!(bytes(identity).await, text().as_bytes());
    }

    #[tokio::test]
    async fn returns_304_for_the_cached_version() {
        let gateway = gateway();
        let response = get(&gateway, &[("if-none-match", "\"b\", W/\"a\"")]).await;
        assert_eq!(response.status(), 304);
        assert_eq!(response.headers()["etag"], "W/\"a\"");
        assert!(!response.headers().contains_key("content-type"));
        assert_eq!(bytes(response).await, b"");
        assert_eq!(get(&gateway, &[("if-none-match", "\"b\"")]).await.status(), 200);
    }

    #[tokio::test]
    async fn responses_to_signed_in_users_are_private_and_have_their_discount() {
        let gateway = gateway();
        let sign_in = |token: &str, session: Session| {
            let sessions = &gateway.state.sessions;
            sessions.insert(sessions.now(), token, session);
        };
        let discount = Percent::try_from(12_u32).unwrap();
        sign_in("leyla", session());
        sign_in(
            "ruslan",
            Session {
                discount,
                ..session()
            },
        );
        sign_in(
            "nigar",
            Session {
                is_staff: true,
                ..session()
            },
        );
        let response = get(&gateway, &[("cookie", "sid=leyla"), ("if-none-match", "W/\"a\"")]).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["cache-control"], "private, no-store");
        assert!(!response.headers().contains_key("etag"));
        for cookie in ["sid=ruslan", "sid=nigar", "sid=unknown"] {
            assert_eq!(
                get(&gateway, &[("cookie", cookie)]).await.status(),
                503,
                "{cookie}"
            );
        }
        insert(&gateway, LIST, discount, "own");
        assert_eq!(
            bytes(get(&gateway, &[("cookie", "sid=ruslan")]).await).await,
            b"own"
        );
        assert_eq!(
            bytes(get(&gateway, &[("cookie", "theme=day")]).await).await,
            text().as_bytes()
        );
    }

    #[tokio::test]
    async fn measures_cached_responses_as_others() {
        let gateway = gateway();
        get(&gateway, &[]).await;
        get(&gateway, &[("if-none-match", "*")]).await;
        let metrics = gateway.state.metrics.encode().unwrap();
        for line in [
            "http_server_request_duration_seconds_count{http_request_method=\"GET\",\
             http_route=\"/api/v1.0/products\",http_response_status_code=\"200\"} 1",
            "http_server_request_duration_seconds_count{http_request_method=\"GET\",\
             http_route=\"/api/v1.0/products\",http_response_status_code=\"304\"} 1",
            "storefront_gateway_cache_lookups_total{cache=\"responses\",result=\"hit\"} 2",
        ] {
            assert!(metrics.lines().any(|other| other == line), "{line}\n{metrics}");
        }
    }

    #[tokio::test]
    async fn cached_responses_count_towards_the_limit_of_concurrent_requests() {
        let gateway = Gateway::with(&config("http://127.0.0.1:8080", &["--max-requests=1"]));
        insert(&gateway, LIST, Percent::ZERO, &text());
        let held = get(&gateway, &[]).await;
        assert_eq!(get(&gateway, &[]).await.status(), 503);
        drop(held);
        assert_eq!(get(&gateway, &[]).await.status(), 200);
    }

    #[tokio::test]
    async fn cached_responses_close_connections_while_shutting_down() {
        let stopping = CancellationToken::new();
        let state = Gateway::start().state;
        let settings = config("http://127.0.0.1:8080", &[]);
        let app = App::new(&settings, &state, stopping.clone()).unwrap();
        let gateway = Gateway { app, state };
        insert(&gateway, LIST, Percent::ZERO, &text());
        assert!(!get(&gateway, &[]).await.headers().contains_key("connection"));
        stopping.cancel();
        assert_eq!(get(&gateway, &[]).await.headers()["connection"], "close");
    }

    /// A gateway with one route, whose responses count how often they were made.
    fn counting_gateway() -> Gateway {
        let state = Gateway::start().state;
        let changes = Arc::clone(&state.changes);
        let made = Arc::new(AtomicUsize::new(0));
        let handler = move || {
            let body = Bytes::from(made.fetch_add(1, Ordering::Relaxed).to_string());
            let finished = Finished {
                headers: HeaderMap::new(),
                body: body.clone(),
                discount: Percent::ZERO,
                provenance: Provenance::new(vec![Topic::Content], changes.now()),
            };
            async move { (Extension(finished), body) }
        };
        let routes = Router::new().route("/api/v1.0/products", get_route(handler));
        let metrics = RequestMetrics::new(&state.metrics, false);
        let permits = Arc::new(Semaphore::new(8));
        let app = App::with_routes(routes, &state, metrics, permits, CancellationToken::new());
        Gateway { app, state }
    }

    #[tokio::test(start_paused = true)]
    async fn responses_are_made_anew_before_they_expire() {
        let gateway = counting_gateway();
        let body = async || {
            let body = bytes(get(&gateway, &[]).await).await;
            // Lets the refresh finish.
            tokio::time::sleep(Duration::from_millis(1)).await;
            String::from_utf8(body).unwrap()
        };
        assert_eq!([body().await, body().await], ["0", "0"]);
        for (before, after) in [("0", "1"), ("1", "2")] {
            tokio::time::advance(Duration::from_secs(20)).await;
            assert_eq!([body().await, body().await], [before, after]);
        }
        tokio::time::advance(Duration::from_secs(30)).await;
        assert_eq!([body().await, body().await], ["3", "3"]);
        gateway.state.changes.record([Topic::Content]);
        assert_eq!(body().await, "4");
    }

    #[test]
    fn only_the_shops_pages_and_calls_depend_on_the_query() {
        for (uri, key) in [
            (LIST, LIST),
            ("/az/shop/?page=2", "/az/shop/?page=2"),
            ("/az/shop/12?utm_source=x", "/az/shop/12"),
            ("/?gclid=1", "/"),
        ] {
            assert_eq!(cache_key(&uri.parse().unwrap()), key);
        }
    }
}
