//! `GET /ar/<code>.glb` and `.usdz`: models of designs at true size, to be seen in a room.
//!
//! A model is a function of the code. The viewer of Android fetches the GLB from a page of its
//! own; that of iOS is part of the browser.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Path, State},
    response::{IntoResponse as _, Response},
    routing::get,
};
use http::{HeaderValue, StatusCode, header};
use rules::model;
use tokio::sync::Semaphore;

use super::files;
use crate::{extract::ClientAddress, state::AppState};

/// A format of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Glb,
    Usdz,
}

impl Format {
    const fn media_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Glb => "model/gltf-binary",
            Self::Usdz => "model/vnd.usdz+zip",
        })
    }
}

/// Returns the route.
pub(crate) fn routes(state: &AppState, permits: &Arc<Semaphore>) -> Router {
    let routes = Router::new().route("/ar/{name}", get(serve));
    files::bound(routes, state, permits)
}

async fn serve(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    Path(name): Path<String>,
) -> Response {
    if let Err(failure) = state.design_limits.models.count(&address) {
        return files::too_many(&failure);
    }
    let Some((format, bytes)) = model(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = files::immutable(format.media_type(), bytes);
    if format == Format::Glb {
        let any = HeaderValue::from_static("*");
        response
            .headers_mut()
            .insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
    }
    response
}

/// Returns the model of `<code>.glb` or `<code>.usdz`; `None` for another name, and for a design that cannot be built.
fn model(name: &str) -> Option<(Format, Vec<u8>)> {
    let (code, format) = match name.strip_suffix(".glb") {
        Some(code) => (code, Format::Glb),
        None => (name.strip_suffix(".usdz")?, Format::Usdz),
    };
    let piece = files::piece(code)?;
    let bytes = match format {
        Format::Glb => model::glb(&piece),
        Format::Usdz => model::usdz(&piece).ok()?,
    };
    Some((format, bytes))
}

#[cfg(test)]
mod tests {
    use crate::testing::{Gateway, bytes};

    const CODE: &str = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";

    #[tokio::test]
    async fn serves_both_formats_and_lets_other_pages_fetch_the_glb_alone() {
        let gateway = Gateway::start();
        let formats = [
            ("glb", "model/gltf-binary", &b"glTF"[..], Some("*")),
            ("usdz", "model/vnd.usdz+zip", &b"PK\x03\x04"[..], None),
        ];
        for (ending, media_type, magic, origin) in formats {
            let path = format!("/ar/{CODE}.{ending}");
            let response = gateway.send("GET", &path, &[], "").await;
            assert_eq!(response.status(), 200, "{ending}");
            assert_eq!(response.headers()["content-type"], media_type);
            assert_eq!(
                response.headers()["cache-control"],
                "public, max-age=31536000, immutable"
            );
            let allowed = response.headers().get("access-control-allow-origin");
            assert_eq!(allowed.map(|value| value.to_str().unwrap()), origin);
            assert!(bytes(response).await.starts_with(magic), "{ending}");
        }
    }

    #[tokio::test]
    async fn returns_404_for_names_that_are_no_model() {
        let gateway = Gateway::start();
        let broken = CODE.replace("PJs", "PJt");
        let names = [
            format!("{broken}.glb"),
            format!("{broken}.usdz"),
            CODE.to_owned(),
            format!("{CODE}.obj"),
            ".glb".to_owned(),
        ];
        for name in names {
            let response = gateway.send("GET", &format!("/ar/{name}"), &[], "").await;
            assert_eq!(response.status(), 404, "{name}");
        }
    }

    #[tokio::test]
    async fn limits_the_models_of_an_address() {
        let gateway = Gateway::start();
        let path = format!("/ar/{CODE}.glb");
        for _ in 0..60 {
            assert_eq!(gateway.send("GET", &path, &[], "").await.status(), 200);
        }
        let response = gateway.send("GET", &path, &[], "").await;
        assert_eq!(response.status(), 429);
        assert!(response.headers().contains_key("retry-after"));
    }
}
