use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
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
    let response = get(&gateway, &[("cookie", "sid=leyla"), ("if-none-match", "W/\"a\"")]).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "private, no-store");
    assert!(!response.headers().contains_key("etag"));
    for cookie in ["sid=ruslan", "sid=unknown"] {
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
    with_routes(
        Router::new().route("/api/v1.0/products", get_route(handler)),
        state,
    )
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

/// A gateway with these routes only.
fn with_routes(routes: Router, state: AppState) -> Gateway {
    let metrics = RequestMetrics::new(&state.metrics, false);
    let permits = Arc::new(Semaphore::new(8));
    let app = App::with_routes(routes, &state, metrics, permits, CancellationToken::new());
    Gateway { app, state }
}

/// A gateway whose pages fail as often as `failures` says, and the paths that were asked for.
fn failing_gateway(failures: usize) -> (Gateway, Arc<Mutex<Vec<String>>>) {
    let state = Gateway::start().state;
    let paths = Arc::new(Mutex::new(Vec::new()));
    let asked = Arc::clone(&paths);
    let handler = async move |uri: Uri| {
        let mut asked = asked.lock().unwrap();
        asked.push(uri.path().to_owned());
        let times = asked.iter().filter(|path| *path == uri.path()).count();
        if times > failures {
            StatusCode::OK
        } else {
            StatusCode::SERVICE_UNAVAILABLE
        }
    };
    (with_routes(Router::new().fallback(handler), state), paths)
}

#[tokio::test]
async fn home_pages_of_all_languages_are_made_before_the_first_request() {
    for (failures, tries) in [(0, 1), (1, 2), (9, 3)] {
        let (gateway, paths) = failing_gateway(failures);
        gateway.app.prepare().await;
        let paths = paths.lock().unwrap();
        for path in ["/az", "/ru", "/en", "/"] {
            let times = paths.iter().filter(|asked| *asked == path).count();
            assert_eq!(times, tries, "{path} after {failures} failures");
        }
        assert_eq!(paths.len(), 4 * tries);
    }
}

#[tokio::test(start_paused = true)]
async fn slow_pages_delay_the_first_request_by_five_seconds_at_most() {
    let routes = Router::new().fallback(std::future::pending::<StatusCode>);
    let gateway = with_routes(routes, Gateway::start().state);
    let started = tokio::time::Instant::now();
    gateway.app.prepare().await;
    assert_eq!(started.elapsed(), Duration::from_secs(5));
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
