//! Bounds on concurrency and time.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, StatusCode, header};
use kit::failure::{Code, Failure};
use tokio::sync::Semaphore;

use crate::error::ApiError;

/// Time limit for all calls to services that one request makes.
pub(crate) const SERVICES_TIMEOUT: Duration = Duration::from_millis(1_600);

/// Time limit for calls to services that are slow under load: hashing a password, placing an order.
pub(crate) const SLOW_SERVICES_TIMEOUT: Duration = Duration::from_millis(1_800);

/// Time limit for a request, including the arrival of its body.
const REQUEST_TIMEOUT: Duration = Duration::from_millis(1_900);

/// Bounds the time of a request: it is answered within two seconds, also while a service hangs.
pub(crate) async fn timeout(
    State(services_timeout): State<Duration>,
    request: Request,
    next: Next,
) -> Response {
    let work = kit::grpc::with_timeout(services_timeout, next.run(request));
    tokio::time::timeout(REQUEST_TIMEOUT, work)
        .await
        .unwrap_or_else(|_| {
            ApiError::from(Failure::new(Code::Unavailable).with_source("the request timed out"))
                .into_response()
        })
}

/// Bounds the number of concurrent requests: above it, 503 at once.
pub(crate) async fn shed_load(
    State(permits): State<Arc<Semaphore>>,
    request: Request,
    next: Next,
) -> Response {
    let Ok(_permit) = permits.try_acquire() else {
        tracing::warn!("too many concurrent requests, request rejected");
        let retry_after = [(header::RETRY_AFTER, HeaderValue::from_static("1"))];
        return (StatusCode::SERVICE_UNAVAILABLE, retry_after).into_response();
    };
    next.run(request).await
}
