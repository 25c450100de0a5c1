//! Writes the body of every error response, in the request's language.

use std::{error::Error as _, time::Duration};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use kit::{
    domain::Language,
    failure::{self, Code, Failure},
};

use super::refusals::{self, Client};
use crate::{desk, envelope::ErrorEnvelope, error::ApiError, extract::negotiate, messages, state::AppState};

/// Default of `Retry-After`.
const DEFAULT_RETRY_AFTER: Duration = Duration::from_secs(1);

/// Replaces the body of every error response by an [`ErrorEnvelope`] and logs the error.
///
/// Errors of the desk, and of customers' calls of offers and conversations, have the shape of the desk. They are in the language
/// of who signed in.
pub(crate) async fn render(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let language = negotiate(request.headers(), state.default_language);
    let client = Client::of(&request);
    if !desk::has_desk_errors(request.uri().path()) {
        let response = next.run(request).await;
        return render_errors(&state, &client, response, |error| envelope(error, language));
    }
    let is_desk = desk::is_desk(request.uri().path());
    let signed_in = desk::SignedInLanguage::default();
    request.extensions_mut().insert(signed_in.clone());
    let mut response = next.run(request).await;
    if is_desk && response.status() == StatusCode::METHOD_NOT_ALLOWED {
        // Calls of the desk that are not built are 404, also where another method of their path is.
        response = ApiError::not_found().into_response();
    }
    let language = signed_in.get().unwrap_or(language);
    let mut response = render_errors(&state, &client, response, |error| desk::refusal(error, language));
    desk::set_headers(response.headers_mut());
    response
}

fn render_errors(
    state: &AppState,
    client: &Client,
    mut response: Response,
    body: impl FnOnce(&ApiError) -> Response,
) -> Response {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let error = response
        .extensions_mut()
        .remove::<ApiError>()
        .unwrap_or_else(|| ApiError::from_status(status));
    log(&error.failure);
    refusals::record(state, client, &error.failure);
    with_headers(body(&error), &error.failure, &response)
}

fn envelope(error: &ApiError, language: Language) -> Response {
    let failure = &error.failure;
    let errors = (!failure.fields.is_empty()).then(|| failure.fields.iter().cloned().collect());
    let body = ErrorEnvelope {
        success: false,
        data: error.data.as_deref().cloned(),
        message: messages::localize(failure, language),
        errors,
    };
    (error.status, axum::Json(body)).into_response()
}

fn with_headers(mut response: Response, failure: &Failure, original: &Response) -> Response {
    // A 405 has `Allow`; a failed sign-out may still remove cookies.
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
        Code::LimitReached | Code::Unavailable => Some(failure.retry_after.unwrap_or(DEFAULT_RETRY_AFTER)),
        _ => failure.retry_after,
    }
}

/// Logs the error with its cause, which is never sent to the client.
fn log(failure: &Failure) {
    let cause = failure.source().map(failure::error_chain).unwrap_or_default();
    match failure.code {
        Code::Internal => tracing::error!(reason = failure.reason, cause, "the request failed"),
        Code::Unavailable => {
            tracing::warn!(
                reason = failure.reason,
                cause,
                "the request failed, a service is unavailable"
            );
        }
        _ => tracing::debug!(reason = failure.reason, cause, "the request was rejected"),
    }
}

#[cfg(test)]
mod tests {
    use axum::{Router, middleware::from_fn_with_state, routing::get};
    use http::Request;
    use serde_json::json;
    use tower::ServiceExt as _;
    use tower_http::catch_panic::CatchPanicLayer;

    use crate::testing::{Gateway, config, json as body};

    const SIGN_IN: &str = "/api/v1.0/auth/sign-in";
    const JSON: (&str, &str) = ("content-type", "application/json");

    #[tokio::test]
    async fn returns_404_for_unknown_paths_in_the_requests_language() {
        let gateway = Gateway::start();
        for path in [
            "/api",
            "/api/",
            "/api/v1.0/nothing",
            "/api/v2/products",
            "/api/v1.0/products/x",
        ] {
            let response = gateway.send("GET", path, &[("accept-language", "ru")], "").await;
            assert_eq!(response.status(), 404, "{path}");
            let body = body(response).await;
            assert_eq!(body["success"], false, "{path}");
            assert_eq!(body["data"], json!(null), "{path}");
            assert!(
                body["message"].as_str().unwrap().starts_with("Ничего"),
                "{path}: {body}"
            );
        }
    }

    #[tokio::test]
    async fn returns_405_with_the_allowed_methods() {
        let response = Gateway::start().send("DELETE", SIGN_IN, &[], "").await;
        assert_eq!(response.status(), 405);
        assert_eq!(response.headers()["allow"], "POST");
        assert_eq!(body(response).await["success"], false);
    }

    #[tokio::test]
    async fn rejects_malformed_bodies() {
        let gateway = Gateway::start();
        let long = format!("\"{}\"", "a".repeat(65 * 1024));
        for (headers, text, status) in [
            (&[("content-type", "text/plain")], "{}", 415),
            (&[JSON], "{", 400),
            (&[JSON], &*long, 413),
        ] {
            let response = gateway.send("POST", SIGN_IN, headers, text).await;
            assert_eq!(response.status(), status, "{}", text.len());
            assert_eq!(body(response).await["success"], false);
        }
        let response = gateway.send("POST", SIGN_IN, &[JSON], r#"{"email": 7}"#).await;
        assert_eq!(body(response).await["errors"], json!({"email": "FIELD.INVALID"}));
    }

    #[tokio::test]
    async fn names_paging_parameters_out_of_range() {
        let response = Gateway::start()
            .send("GET", "/api/v1.0/products?page=0&limit=101", &[], "")
            .await;
        assert_eq!(response.status(), 400);
        let errors = body(response).await["errors"].clone();
        assert_eq!(
            errors,
            json!({"page": "FIELD.OUT_OF_RANGE", "limit": "FIELD.OUT_OF_RANGE"})
        );
    }

    /// The clock counts the waiting alone: neither the assembly of the gateway nor the load of the machine.
    #[tokio::test(start_paused = true)]
    async fn returns_503_within_two_seconds_if_a_service_is_unavailable() {
        let gateway = Gateway::start();
        let started = tokio::time::Instant::now();
        let response = gateway.send("GET", "/api/v1.0/categories", &[], "").await;
        assert_eq!(response.status(), 503);
        assert!(response.headers().contains_key("retry-after"));
        assert!(
            started.elapsed() < std::time::Duration::from_secs(2),
            "{:?}",
            started.elapsed()
        );
    }

    #[tokio::test]
    async fn sheds_requests_above_the_limit_but_no_probes() {
        let gateway = Gateway::with(&config("http://127.0.0.1:8080", &["--max-requests=0"]));
        let response = gateway.send("GET", "/api/v1.0/categories", &[], "").await;
        assert_eq!(response.status(), 503);
        assert_eq!(response.headers()["retry-after"], "1");
        assert_eq!(body(response).await["success"], false);
        assert_eq!(gateway.send("GET", "/health/live", &[], "").await.status(), 200);
    }

    #[tokio::test]
    async fn returns_500_after_a_panic() {
        async fn broken() -> &'static str {
            panic!("as a test")
        }
        let state = Gateway::start().state;
        let app: Router = Router::new()
            .route("/", get(broken))
            .layer(CatchPanicLayer::new())
            .layer(from_fn_with_state(state, super::render));
        let response = app
            .oneshot(Request::new(axum::body::Body::empty()))
            .await
            .unwrap();
        assert_eq!(response.status(), 500);
        let body = body(response).await;
        assert_eq!(body["success"], false);
        assert!(!body.to_string().contains("as a test"));
    }
}
