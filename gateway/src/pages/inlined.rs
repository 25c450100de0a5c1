//! The API's answers that a page begins with, written into it, so that the first view needs no further request.
//!
//! They are the answers of the contract itself, asked for without a session: nothing in them is personal, and they
//! hold all languages. The web app reads them in `web/src/lib/api/inlined-data.ts`.

use std::fmt::Display;

use axum::{Router, body::Body};
use futures::future::join_all;
use http::{Request, StatusCode};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};
use tower::ServiceExt as _;

use super::escape;

/// Bytes of one answer at most; what is larger is asked for as usual.
const LARGEST: usize = 128 * 1024;

/// The element's id.
const ID: &str = "storefront-data";

/// A GET of the contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    path: String,
    query: Vec<(&'static str, String)>,
}

impl Call {
    /// Of a path below `/api/v1.0`.
    pub(super) fn new(path: &str) -> Self {
        Self {
            path: format!("/api/v1.0/{path}"),
            query: Vec::new(),
        }
    }

    /// With one parameter more; its value needs no encoding.
    #[must_use]
    pub(super) fn with(mut self, name: &'static str, value: impl Display + Copy) -> Self {
        self.query.push((name, value.to_string()));
        self
    }

    fn address(&self) -> String {
        let query: Vec<_> = self
            .query
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        format!("{}?{}", self.path, query.join("&"))
    }

    /// `{path, query, body}`, the body as it came.
    fn json(&self, body: &str) -> String {
        let query: serde_json::Map<_, _> = self
            .query
            .iter()
            .map(|(name, value)| ((*name).to_owned(), json!(value)))
            .collect();
        let (path, query) = (json!(self.path), json!(query));
        format!("{{\"path\":{path},\"query\":{query},\"body\":{body}}}")
    }
}

/// What came in time.
#[derive(Debug, Default)]
pub(super) struct Inlined {
    /// The element; empty where nothing came.
    pub(super) html: String,
    /// The answer to the first call, if it came.
    pub(super) first: Option<Value>,
    /// Whether every call was answered.
    pub(super) is_whole: bool,
}

enum Answer {
    Came(String),
    TooLarge,
    Missing,
}

/// Asks for all at once and writes down what has come by the deadline.
pub(super) async fn fetch(api: &Router, calls: &[Call], deadline: Instant) -> Inlined {
    let answers = join_all(calls.iter().map(|call| async {
        timeout_at(deadline, ask(api.clone(), call))
            .await
            .unwrap_or(Answer::Missing)
    }))
    .await;
    let is_whole = !answers.iter().any(|answer| matches!(answer, Answer::Missing));
    let came: Vec<_> = calls
        .iter()
        .zip(&answers)
        .filter_map(|(call, answer)| match answer {
            Answer::Came(body) => Some(call.json(body)),
            Answer::TooLarge | Answer::Missing => None,
        })
        .collect();
    let html = if came.is_empty() {
        String::new()
    } else {
        escape::data("application/json", Some(ID), &format!("[{}]", came.join(",")))
    };
    let first = match answers.first() {
        Some(Answer::Came(body)) => serde_json::from_str(body).ok(),
        Some(Answer::TooLarge | Answer::Missing) | None => None,
    };
    Inlined {
        html,
        first,
        is_whole,
    }
}

async fn ask(api: Router, call: &Call) -> Answer {
    let Ok(request) = Request::get(call.address()).body(Body::empty()) else {
        return Answer::Missing;
    };
    let Ok(response) = api.oneshot(request).await;
    if response.status() != StatusCode::OK {
        return Answer::Missing;
    }
    match axum::body::to_bytes(response.into_body(), LARGEST).await {
        Ok(body) => String::from_utf8(body.into()).map_or(Answer::Missing, Answer::Came),
        Err(_) => Answer::TooLarge,
    }
}

#[cfg(test)]
mod tests {
    use std::{future::pending, time::Duration};

    use super::*;
    use axum::routing::get;

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(50)
    }

    fn api() -> Router {
        Router::new()
            .route(
                "/api/v1.0/list",
                get(|| async { "{\"success\":true,\"data\":[\"</script>\"],\"message\":null}" }),
            )
            .route("/api/v1.0/large", get(|| async { "1".repeat(LARGEST + 1) }))
            .route("/api/v1.0/slow", get(pending::<&str>))
    }

    #[tokio::test]
    async fn an_answer_stands_beside_its_call() {
        let call = Call::new("list").with("page", 1).with("sort", "price_low");
        let inlined = fetch(&api(), &[call], soon()).await;
        assert!(inlined.is_whole);
        let json = inlined
            .html
            .strip_prefix("<script type=\"application/json\" id=\"storefront-data\">")
            .and_then(|rest| rest.strip_suffix("</script>"))
            .unwrap();
        assert!(!json.contains('<'));
        assert_eq!(
            serde_json::from_str::<Value>(json).unwrap(),
            json!([{
                "path": "/api/v1.0/list",
                "query": {"page": "1", "sort": "price_low"},
                "body": {"success": true, "data": ["</script>"], "message": null},
            }])
        );
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_late_or_refused_is_missing_and_the_rest_is_there() {
        let calls = [Call::new("list"), Call::new("slow"), Call::new("none")];
        let inlined = fetch(&api(), &calls, soon()).await;
        assert!(!inlined.is_whole);
        assert!(inlined.html.contains("/api/v1.0/list"));
        assert!(!inlined.html.contains("/api/v1.0/slow"));
        assert!(!inlined.html.contains("/api/v1.0/none"));
    }

    #[tokio::test]
    async fn what_is_too_large_is_left_to_a_request() {
        let inlined = fetch(&api(), &[Call::new("large")], soon()).await;
        assert!(inlined.is_whole);
        assert_eq!(inlined.html, "");
    }
}
