//! API responses written into a page, so that its first view needs no further request.
//!
//! They are requested without a session, so they are not personal, and hold all languages. The web app reads them in
//! `web/src/lib/api/inlined-data.ts`.

use std::fmt::Display;

use axum::{Router, body::Body};
use futures::future::join_all;
use http::{Request, StatusCode};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};
use tower::ServiceExt as _;

use super::escape;
use crate::{cache::Provenance, responses::Finished};

/// Maximum size of an inlined response, in bytes. The web app requests larger ones.
const MAX_RESPONSE_SIZE: usize = 128 * 1024;

const ELEMENT_ID: &str = "storefront-data";

/// A GET call of the API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    path: String,
    query: Vec<(String, String)>,
}

impl Call {
    /// Parses `path?query` below `/api/v1.0`, whose names and values are not encoded.
    pub(super) fn new(path: &str) -> Self {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        Self {
            path: format!("/api/v1.0/{path}"),
            query: pairs
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
        }
    }

    /// Adds a query parameter, if it has a value.
    #[must_use]
    pub(super) fn with(mut self, name: &str, value: Option<impl Display>) -> Self {
        self.query
            .extend(value.map(|value| (name.to_owned(), value.to_string())));
        self
    }

    fn uri(&self) -> String {
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&self.query)
            .finish();
        format!("{}?{query}", self.path)
    }

    /// Returns `{path, query, body}` with the body unchanged.
    fn json(&self, body: &str) -> String {
        let query: serde_json::Map<_, _> = self
            .query
            .iter()
            .map(|(name, value)| (name.clone(), json!(value)))
            .collect();
        let (path, query) = (json!(self.path), json!(query));
        format!("{{\"path\":{path},\"query\":{query},\"body\":{body}}}")
    }
}

/// The responses that arrived in time.
#[derive(Debug, Default)]
pub(super) struct Inlined {
    /// The element; empty without responses.
    pub(super) html: String,
    /// The response to the first call.
    pub(super) first: Option<Value>,
    /// Whether the first call failed or timed out.
    pub(super) lacks_first: bool,
    /// Whether no call failed or timed out.
    pub(super) is_complete: bool,
    /// Sources of the responses; `None` if a response has none.
    pub(super) provenance: Option<Provenance>,
}

enum Outcome {
    Body(String, Option<Provenance>),
    TooLarge(Option<Provenance>),
    Failed,
}

/// Until when a page waits for data.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadlines {
    /// For that without which it has nothing to show.
    pub(super) first: Instant,
    /// For the rest.
    pub(super) rest: Instant,
}

/// Makes all calls at once, and inlines the responses that arrive before their deadline.
pub(super) async fn fetch(api: &Router, calls: &[Call], deadlines: Deadlines) -> Inlined {
    let outcomes = join_all(calls.iter().enumerate().map(|(index, call)| async move {
        let deadline = if index == 0 {
            deadlines.first
        } else {
            deadlines.rest
        };
        timeout_at(deadline, send(api.clone(), call))
            .await
            .unwrap_or(Outcome::Failed)
    }))
    .await;
    let is_complete = !outcomes.iter().any(|outcome| matches!(outcome, Outcome::Failed));
    let responses: Vec<_> = calls
        .iter()
        .zip(&outcomes)
        .filter_map(|(call, outcome)| match outcome {
            Outcome::Body(body, _) => Some(call.json(body)),
            Outcome::TooLarge(_) | Outcome::Failed => None,
        })
        .collect();
    let html = if responses.is_empty() {
        String::new()
    } else {
        let json = format!("[{}]", responses.join(","));
        escape::json_script("application/json", Some(ELEMENT_ID), &json)
    };
    let first = match outcomes.first() {
        Some(Outcome::Body(body, _)) => serde_json::from_str(body).ok(),
        Some(Outcome::TooLarge(_) | Outcome::Failed) | None => None,
    };
    let lacks_first = matches!(outcomes.first(), Some(Outcome::Failed));
    let provenance = outcomes
        .into_iter()
        .map(|outcome| match outcome {
            Outcome::Body(_, provenance) | Outcome::TooLarge(provenance) => provenance,
            Outcome::Failed => None,
        })
        .reduce(|all, one| Some(all?.and(&one?)))
        .flatten();
    Inlined {
        html,
        first,
        lacks_first,
        is_complete,
        provenance,
    }
}

async fn send(api: Router, call: &Call) -> Outcome {
    let Ok(request) = Request::get(call.uri()).body(Body::empty()) else {
        return Outcome::Failed;
    };
    let Ok(response) = api.oneshot(request).await;
    if response.status() != StatusCode::OK {
        return Outcome::Failed;
    }
    let finished = response.extensions().get::<Finished>();
    let provenance = finished.map(|finished| finished.provenance.clone());
    match axum::body::to_bytes(response.into_body(), MAX_RESPONSE_SIZE).await {
        Ok(body) => match String::from_utf8(body.into()) {
            Ok(body) => Outcome::Body(body, provenance),
            Err(_) => Outcome::Failed,
        },
        Err(_) => Outcome::TooLarge(provenance),
    }
}

#[cfg(test)]
mod tests {
    use std::{future::pending, time::Duration};

    use super::*;
    use axum::routing::get;

    fn soon() -> Deadlines {
        let rest = Instant::now() + Duration::from_millis(50);
        Deadlines {
            first: rest + Duration::from_millis(50),
            rest,
        }
    }

    fn api() -> Router {
        Router::new()
            .route(
                "/api/v1.0/list",
                get(|| async { "{\"success\":true,\"data\":[\"</script>\"],\"message\":null}" }),
            )
            .route(
                "/api/v1.0/large",
                get(|| async { "1".repeat(MAX_RESPONSE_SIZE + 1) }),
            )
            .route("/api/v1.0/slow", get(pending::<&str>))
    }

    #[tokio::test]
    async fn inlines_responses_with_their_calls() {
        let call = Call::new("list?page=1&sort=price_low");
        let inlined = fetch(&api(), &[call], soon()).await;
        assert!(inlined.is_complete);
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
    async fn omits_slow_and_failed_responses() {
        let calls = [Call::new("list"), Call::new("slow"), Call::new("none")];
        let inlined = fetch(&api(), &calls, soon()).await;
        assert!(!inlined.is_complete);
        assert!(inlined.html.contains("/api/v1.0/list"));
        assert!(!inlined.html.contains("/api/v1.0/slow"));
        assert!(!inlined.html.contains("/api/v1.0/none"));
        assert!(!inlined.lacks_first);
        let first = fetch(&api(), &[Call::new("none"), Call::new("list")], soon()).await;
        assert!(first.lacks_first);
    }

    #[tokio::test(start_paused = true)]
    async fn waits_longer_for_the_first_response() {
        let rest = Instant::now() + Duration::from_millis(50);
        let deadlines = |first| Deadlines {
            first: rest + Duration::from_millis(first),
            rest,
        };
        let late = Router::new().route(
            "/api/v1.0/late",
            get(|| async {
                tokio::time::sleep(Duration::from_millis(90)).await;
                "{}"
            }),
        );
        assert!(
            !fetch(&late, &[Call::new("late")], deadlines(100))
                .await
                .lacks_first
        );
        assert!(fetch(&late, &[Call::new("late")], deadlines(0)).await.lacks_first);
    }

    #[tokio::test]
    async fn omits_large_responses() {
        let inlined = fetch(&api(), &[Call::new("large")], soon()).await;
        assert!(inlined.is_complete);
        assert_eq!(inlined.html, "");
    }
}
