//! Files of designs, which are functions of their name: browsers and caches between keep them.

use std::sync::Arc;

use axum::{
    Router,
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use kit::failure::Failure;
use rules::{Design, Piece};
use tokio::sync::Semaphore;

use crate::{
    layers::{etag, limits},
    state::AppState,
};

/// Cache control of a file: its code names the rules, so it never changes.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Adds the bound on files that are made at a time, and conditional requests.
pub(super) fn bound(routes: Router<AppState>, state: &AppState, permits: &Arc<Semaphore>) -> Router {
    routes
        .layer(from_fn_with_state(Arc::clone(permits), limits::shed_load))
        .layer(from_fn(etag::not_modified))
        .with_state(state.clone())
}

/// Returns the piece of a code; `None` for a broken one, and for a design that cannot be built.
pub(in crate::routes) fn piece(code: &str) -> Option<Piece> {
    rules::build(&Design::from_code(code).ok()?).ok()
}

/// Returns a file that is kept for good.
pub(super) fn immutable(media_type: HeaderValue, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, IMMUTABLE),
    ];
    (headers, body).into_response()
}

/// Returns 429 with the time to wait.
pub(super) fn too_many(failure: &Failure) -> Response {
    let wait = failure.retry_after.map_or(1, |wait| wait.as_secs());
    let retry_after = [(header::RETRY_AFTER, HeaderValue::from(wait))];
    (StatusCode::TOO_MANY_REQUESTS, retry_after).into_response()
}
