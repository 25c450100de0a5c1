//! `GET /images/designs/<code>.svg`: drawings of designs with their measures, a function of code, view and language.
//! `?paper=front`, `inside`, `plan` and `section` with `bay`, counted from 1, are those of the workshop's papers.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Path, Query, State},
    response::{IntoResponse as _, Response},
    routing::get,
};
use http::{HeaderValue, StatusCode};
use kit::domain::Language;
use rules::draw;
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::files;
use crate::{convert, extract::ClientAddress, state::AppState};

/// Parameters of a drawing; words that are unknown are the defaults.
#[derive(Debug, Default, Deserialize)]
struct Parameters {
    #[serde(default)]
    view: String,
    #[serde(default)]
    lang: String,
    paper: Option<String>,
    bay: Option<usize>,
}

/// Returns the route.
pub(crate) fn routes(state: &AppState, permits: &Arc<Semaphore>) -> Router {
    let routes = Router::new().route("/images/designs/{name}", get(serve));
    files::bound(routes, state, permits)
}

async fn serve(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    Path(name): Path<String>,
    Query(parameters): Query<Parameters>,
) -> Response {
    if let Err(failure) = state.design_limits.drawings.count(&address) {
        return files::too_many(&failure);
    }
    let Some(svg) = drawing(&name, &parameters, state.default_language) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    files::immutable(HeaderValue::from_static("image/svg+xml"), svg)
}

/// Returns the drawing of `<code>.svg`; `None` for another name, and for a design that cannot be built.
fn drawing(name: &str, parameters: &Parameters, default: Language) -> Option<String> {
    let piece = files::piece(name.strip_suffix(".svg")?)?;
    if let Some(paper) = &parameters.paper {
        return draw::paper(&piece, paper_view(paper, parameters.bay)?);
    }
    let view = match parameters.view.as_str() {
        "inside" => draw::View::Inside,
        "plan" => draw::View::Plan,
        _ => draw::View::Front,
    };
    let language = convert::rules_language(parameters.lang.parse().unwrap_or(default));
    Some(draw::svg(&piece, view, language))
}

/// Returns a view of the workshop's papers; `None` for an unknown one.
fn paper_view(name: &str, bay: Option<usize>) -> Option<draw::PaperView> {
    match name {
        "front" => Some(draw::PaperView::Front),
        "inside" => Some(draw::PaperView::Inside),
        "plan" => Some(draw::PaperView::Plan),
        "section" => bay?.checked_sub(1).map(draw::PaperView::Section),
        _ => None,
    }
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
        for paper in ["front", "inside", "plan", "section&bay=1", "section&bay=4"] {
            let path = format!("/images/designs/{CODE}.svg?paper={paper}");
            let response = gateway.send("GET", &path, &[], "").await;
            assert_eq!(response.status(), 200, "{paper}");
            let svg = String::from_utf8(bytes(response).await).unwrap();
            let measure = if paper.starts_with("section") {
                ">620<"
            } else {
                ">2430<"
            };
            assert!(svg.contains(measure), "{paper}");
        }
        for paper in ["", "side", "section", "section&bay=0", "section&bay=5"] {
            let path = format!("/images/designs/{CODE}.svg?paper={paper}");
            assert_eq!(gateway.send("GET", &path, &[], "").await.status(), 404, "{paper}");
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
