//! Writes the body of every refusal, in the visitor's language.

use std::{error::Error as _, time::Duration};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, header};
use kit::{
    domain::Language,
    failure::{self, Code, Failure},
};

use crate::{
    envelope::ErrorEnvelope,
    error::ApiError,
    language::negotiate,
    messages,
    state::AppState,
};

/// When a new try makes sense, where the failure itself does not say.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Gives every answer of the API that is no success the envelope.
pub(crate) async fn render(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let language = negotiate(request.headers(), state.default_language);
    let mut response = next.run(request).await;
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let error = response
        .extensions_mut()
        .remove::<ApiError>()
        .unwrap_or_else(|| ApiError::of_status(status));
    log(&error.failure);
    write(&error, language, response)
}

fn write(error: &ApiError, language: Language, original: Response) -> Response {
    let failure = &error.failure;
    let errors = (!failure.fields.is_empty()).then(|| failure.fields.iter().cloned().collect());
    let body = ErrorEnvelope {
        success: false,
        data: None,
        message: messages::of_failure(failure, language),
        errors,
    };
    let mut response = (error.status, axum::Json(body)).into_response();
    // A 405 says what is allowed, a sign-out that went wrong may still remove cookies.
    for (name, value) in original.headers() {
        if *name == header::ALLOW || *name == header::SET_COOKIE {
            response.headers_mut().append(name, value.clone());
        }
    }
    if let Some(wait) = retry_after(failure) {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs().max(1)));
    }
    response
}

fn retry_after(failure: &Failure) -> Option<Duration> {
    match failure.code {
        Code::LimitReached | Code::Unavailable => Some(failure.retry_after.unwrap_or(RETRY_AFTER)),
        _ => failure.retry_after,
    }
}

/// The cause goes to the log, never to the visitor.
fn log(failure: &Failure) {
    let cause = failure.source().map(failure::chain).unwrap_or_default();
    match failure.code {
        Code::Internal => tracing::error!(reason = failure.reason, cause, "the request failed"),
        Code::Unavailable => tracing::warn!(reason = failure.reason, cause, "the request cannot be served now"),
        _ => tracing::debug!(reason = failure.reason, cause, "the request was refused"),
    }
}
