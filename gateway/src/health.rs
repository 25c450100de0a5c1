//! Health probes, and the end of kept-alive connections before the process stops.

use axum::{
    Router,
    extract::{Request, State},
    middleware::Next,
    response::Response,
    routing::get,
};
use http::{HeaderValue, StatusCode, header};
use tokio_util::sync::CancellationToken;

/// `/health/live`, and `/health/ready`, which fails once stopping. Services are no part of readiness: without a ready
/// gateway clients would not even get an error response.
pub(crate) fn routes(stopping: CancellationToken) -> Router {
    Router::new()
        .route("/health/live", get(|| async { StatusCode::OK }))
        .route("/health/ready", get(ready))
        .with_state(stopping)
}

async fn ready(State(stopping): State<CancellationToken>) -> StatusCode {
    if stopping.is_cancelled() {
        StatusCode::SERVICE_UNAVAILABLE
    } else {
        StatusCode::OK
    }
}

/// Sets `Connection: close` once stopping: closing an idle connection later could lose a request.
pub(crate) async fn close_connections(
    State(stopping): State<CancellationToken>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    if stopping.is_cancelled() {
        response
            .headers_mut()
            .insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
