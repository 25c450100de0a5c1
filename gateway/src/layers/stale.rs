//! Marks responses that handlers made of stale data without a cache, such as a cart with its products.

use axum::{extract::Request, middleware::Next, response::Response};

use crate::responses::{STALE_SINCE, mark_stale};

/// Marks a successful response, unless its handler has.
pub(crate) async fn mark(request: Request, next: Next) -> Response {
    let (mut response, stale_since) = kit::copies::marked(next.run(request)).await;
    if response.status().is_success() && !response.headers().contains_key(STALE_SINCE) {
        mark_stale(response.headers_mut(), stale_since);
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::{Router, body::Body, middleware::from_fn, routing::get};
    use http::{StatusCode, header};
    use tower::ServiceExt as _;

    use super::*;

    /// Reads data of this second since 1970.
    fn read(seconds: i64) {
        kit::copies::mark(time::OffsetDateTime::from_unix_timestamp(seconds).unwrap());
    }

    #[tokio::test]
    async fn marks_successes_with_their_oldest_data() {
        let public = [(header::CACHE_CONTROL, "public, max-age=10")];
        let router = Router::new()
            .route(
                "/stale",
                get(async || {
                    read(1_000_000_100);
                    read(1_000_000_000);
                    public
                }),
            )
            .route(
                "/failed",
                get(async || {
                    read(1_000_000_000);
                    StatusCode::NOT_FOUND
                }),
            )
            .route("/current", get(async || ()))
            .layer(from_fn(mark));
        let headers = async |path: &str| {
            let request = Request::get(path).body(Body::empty()).unwrap();
            router.clone().oneshot(request).await.unwrap().headers().clone()
        };
        let stale = headers("/stale").await;
        assert_eq!(stale[STALE_SINCE], "2001-09-09T01:46:40Z");
        assert_eq!(stale[header::CACHE_CONTROL], "public, max-age=2");
        for path in ["/failed", "/current"] {
            assert!(!headers(path).await.contains_key(STALE_SINCE), "{path}");
        }
    }
}
