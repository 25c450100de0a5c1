//! A bound on the requests that are worked on at a time.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use tokio::sync::Semaphore;

/// Above the bound, 503 at once: a late answer would serve nobody.
pub(crate) async fn shed(State(places): State<Arc<Semaphore>>, request: Request, next: Next) -> Response {
    let Ok(_place) = places.try_acquire() else {
        tracing::warn!("too many requests at a time: one was turned away");
        let mut response = StatusCode::SERVICE_UNAVAILABLE.into_response();
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        return response;
    };
    next.run(request).await
}
