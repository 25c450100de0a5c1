//! The first step against forged calls, before anything else is looked at.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use kit::failure::{Code, Failure};

use crate::{csrf, error::ApiError, state::AppState};

/// Refuses unsafe calls from other sites.
pub(crate) async fn check(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if csrf::is_unsafe(request.method()) && !state.origins.allow(request.headers()) {
        return ApiError::from(Failure::with_reason(Code::Forbidden, "ERROR.ORIGIN")).into_response();
    }
    next.run(request).await
}
