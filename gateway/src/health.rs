//! Whether the process lives and wants requests.

use axum::{Router, extract::State, routing::get};
use http::StatusCode;
use tokio_util::sync::CancellationToken;

/// `/health/live` and `/health/ready`. Ready = serving and not asked to stop. The services behind are no part of it: a
/// gateway that is taken away because one of them is cannot even say so.
pub(crate) fn routes(stop: CancellationToken) -> Router {
    Router::new()
        .route("/health/live", get(|| async { StatusCode::OK }))
        .route("/health/ready", get(ready))
        .with_state(stop)
}

async fn ready(State(stop): State<CancellationToken>) -> StatusCode {
    if stop.is_cancelled() {
        StatusCode::SERVICE_UNAVAILABLE
    } else {
        StatusCode::OK
    }
}
