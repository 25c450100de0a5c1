//! Responses to refused calls, and the headers of all responses.

use std::collections::BTreeMap;

use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use kit::{
    domain::Language,
    failure::{Code, Failure},
};
use serde::Serialize;
use serde_json::json;

use crate::{
    cookies::DESK_PATH,
    envelope::DeskErrorEnvelope,
    error::{ApiError, ApiResult},
    messages,
};

/// Name of errors without a field.
const GENERAL: &str = "general";

/// Whether a path is of the desk's calls.
pub(crate) fn is_desk(path: &str) -> bool {
    let rest = path.strip_prefix(DESK_PATH);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Paths below which the customers' calls of offers and conversations are.
const LINK_PATHS: [&str; 2] = ["/api/v1.0/offers/", "/api/v1.0/conversations/"];

/// Whether refused calls of a path have the errors of the desk: also those of customers' calls of offers and
/// conversations.
pub(crate) fn has_desk_errors(path: &str) -> bool {
    is_desk(path) || LINK_PATHS.iter().any(|start| path.starts_with(start))
}

/// Sets the headers that all responses of the desk have.
pub(crate) fn set_headers(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        HeaderName::from_static("x-robots-tag"),
        HeaderValue::from_static("noindex"),
    );
}

/// Whether a failure is that of a stale `version` or `from`, with which the present record is returned.
pub(crate) fn is_stale(failure: &Failure) -> bool {
    failure.code == Code::Conflict && failure.fields.iter().any(|(_, key)| key == "DESK.CHANGED")
}

/// Whether a failure is a conflict.
pub(crate) fn is_conflict(failure: &Failure) -> bool {
    failure.code == Code::Conflict
}

/// Unwraps the result of a change. If it failed with a conflict of the given kind, adds the present record to the error.
pub(crate) async fn present_on_conflict<T, R: Serialize, F: Future<Output = ApiResult<R>>>(
    changed: Result<T, impl Into<ApiError>>,
    is_wanted: impl FnOnce(&Failure) -> bool,
    present: impl FnOnce() -> F,
) -> ApiResult<T> {
    let error = match changed.map_err(Into::into) {
        Err(error) if is_wanted(&error.failure) => error,
        other => return other,
    };
    Err(match present().await {
        Ok(record) => error.with_data(json!(record)),
        Err(other) => other,
    })
}

/// Returns the response to a refused call.
pub(crate) fn refusal(error: &ApiError, language: Language) -> Response {
    let body = DeskErrorEnvelope {
        success: false,
        data: error.data.as_deref().cloned(),
        message: messages::localize(&error.failure, language),
        errors: errors(&error.failure),
    };
    (error.status, axum::Json(body)).into_response()
}

fn errors(failure: &Failure) -> BTreeMap<String, String> {
    if failure.fields.is_empty() {
        return BTreeMap::from([(GENERAL.to_owned(), failure.reason.clone())]);
    }
    failure.fields.iter().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Gateway, json as body};

    #[test]
    fn errors_name_the_fields_or_the_reason() {
        let conflict = Failure::with_reason(Code::Conflict, "DESK.LAST_FACTOR");
        assert_eq!(json!(errors(&conflict)), json!({"general": "DESK.LAST_FACTOR"}));
        let invalid = Failure::invalid_field("email", "FIELD.REQUIRED").with_field("role", "FIELD.INVALID");
        assert_eq!(
            json!(errors(&invalid)),
            json!({"email": "FIELD.REQUIRED", "role": "FIELD.INVALID"})
        );
    }

    #[tokio::test]
    async fn a_conflict_has_the_present_record() {
        let failure = Failure::new(Code::Conflict).with_field("version", "DESK.CHANGED");
        let present = || async { Ok(json!({"version": 3})) };
        let changed = present_on_conflict(Err::<(), _>(failure), is_stale, present).await;
        let error = changed.unwrap_err();
        let response = refusal(&error, Language::En);
        assert_eq!(response.status(), 409);
        let body = body(response).await;
        assert_eq!(body["data"], json!({"version": 3}));
        assert_eq!(body["errors"], json!({"version": "DESK.CHANGED"}));
    }

    #[tokio::test]
    async fn calls_that_are_not_built_are_404() {
        let gateway = Gateway::start();
        for (method, path) in [
            ("GET", "/api/v1.0/desk"),
            ("GET", "/api/v1.0/desk/yesterday"),
            ("PUT", "/api/v1.0/desk/me/pull"),
            // Another method of a path that exists.
            ("PUT", "/api/v1.0/desk/session"),
        ] {
            let response = gateway.send(method, path, &[], "").await;
            assert_eq!(response.status(), 404, "{path}");
            assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
            assert_eq!(response.headers()["x-robots-tag"], "noindex", "{path}");
            let body = body(response).await;
            assert_eq!(body["errors"], json!({"general": "ERROR.NOT_FOUND"}), "{path}");
            assert_eq!(body["data"], json!(null), "{path}");
        }
        let other = gateway.send("GET", "/api/v1.0/desks", &[], "").await;
        assert!(!other.headers().contains_key("x-robots-tag"));
        assert_eq!(body(other).await["errors"], json!(null));
    }

    #[tokio::test]
    async fn the_origin_is_refused_first() {
        let gateway = Gateway::start();
        let headers = [("origin", "https://evil.example")];
        let response = gateway
            .send("POST", "/api/v1.0/desk/nothing", &headers, "{")
            .await;
        assert_eq!(response.status(), 403);
        assert_eq!(body(response).await["errors"], json!({"general": "ERROR.ORIGIN"}));
    }
}
