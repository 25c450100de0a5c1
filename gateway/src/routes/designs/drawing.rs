//! `GET /images/designs/<code>.svg`: drawings of designs with their measures.
//!
//! A drawing is a function of the code, the view and the language, so browsers and caches between keep it.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Path, Query, State},
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse as _, Response},
    routing::get,
};
use http::{HeaderValue, StatusCode, header};
use kit::{domain::Language, failure::Failure};
use rules::{Design, draw};
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::{
    extract::ClientAddress,
    layers::{etag, limits},
    state::AppState,
};

/// How long a file of a code is kept: the code names the rules, so the file never changes.
pub(super) const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Parameters of a drawing; words that are unknown are the defaults.
#[derive(Debug, Default, Deserialize)]
struct Parameters {
    #[serde(default)]
    view: String,
    #[serde(default)]
    lang: String,
}

/// Returns the route.
pub(crate) fn routes(state: &AppState, permits: &Arc<Semaphore>) -> Router {
    Router::new()
        .route("/images/designs/{name}", get(serve))
        .layer(from_fn_with_state(Arc::clone(permits), limits::shed_load))
        .layer(from_fn(etag::not_modified))
        .with_state(state.clone())
}

async fn serve(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    Path(name): Path<String>,
    Query(parameters): Query<Parameters>,
) -> Response {
    if let Err(failure) = state.design_limits.drawings.count(&address) {
        return too_many(&failure);
    }
    let Some(svg) = drawing(&name, &parameters, state.default_language) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
        (header::CACHE_CONTROL, HeaderValue::from_static(IMMUTABLE)),
    ];
    (headers, svg).into_response()
}

/// Returns 429 with the time to wait.
pub(super) fn too_many(failure: &Failure) -> Response {
    let wait = failure.retry_after.map_or(1, |wait| wait.as_secs());
    let retry_after = [(header::RETRY_AFTER, HeaderValue::from(wait))];
    (StatusCode::TOO_MANY_REQUESTS, retry_after).into_response()
}

/// Returns the drawing of `<code>.svg`; `None` for another name, and for a design that cannot be built.
fn drawing(name: &str, parameters: &Parameters, default: Language) -> Option<String> {
    let design = Design::from_code(name.strip_suffix(".svg")?).ok()?;
    let piece = rules::build(&design).ok()?;
    let view = match parameters.view.as_str() {
        "inside" => draw::View::Inside,
        "plan" => draw::View::Plan,
        _ => draw::View::Front,
    };
    let language = match parameters.lang.parse().unwrap_or(default) {
        Language::Az => rules::Language::Az,
        Language::Ru => rules::Language::Ru,
        Language::En => rules::Language::En,
    };
    Some(draw::svg(&piece, view, language))
}

#[cfg(test)]
mod tests {
    use crate::testing::{Gateway, bytes};

    const CODE: &str = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";

    #[tokio::test]
    async fn draws_a_design_and_returns_404_for_a_broken_code() {
        let gateway = Gateway::start();
        for view in ["front", "inside", "plan"] {
            let path = format!("/images/designs/{CODE}.svg?view={view}&lang=ru");
            let response = gateway.send("GET", &path, &[], "").await;
            assert_eq!(response.status(), 200, "{view}");
            assert_eq!(response.headers()["content-type"], "image/svg+xml");
            assert_eq!(
                response.headers()["cache-control"],
                "public, max-age=31536000, immutable"
            );
            let svg = String::from_utf8(bytes(response).await).unwrap();
            assert!(svg.starts_with("<svg") && !svg.contains("style="), "{view}");
        }
        let broken = CODE.replace("PJs", "PJt");
        for name in [format!("{broken}.svg"), CODE.to_owned(), ".svg".to_owned()] {
            let response = gateway
                .send("GET", &format!("/images/designs/{name}"), &[], "")
                .await;
            assert_eq!(response.status(), 404, "{name}");
        }
    }
}
