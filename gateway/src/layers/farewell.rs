//! Ends kept connections in order before the process stops: closing one that idles could meet a request halfway.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderValue, header};
use tokio_util::sync::CancellationToken;

/// Asks for a new connection for the next request, once the gateway is to stop.
pub(crate) async fn part(
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
