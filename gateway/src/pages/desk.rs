//! The pages and files of the desk: an app of its own beside the shop.

use std::path::Path;

use axum::{
    extract::Request,
    response::{IntoResponse as _, Response},
};
use http::{HeaderName, HeaderValue, StatusCode, header};

use super::{csp, files::Files};
use crate::layers::security_headers::NO_REFERRER;

/// Path of the desk's pages.
const PAGES: &str = "/desk";

/// Path of the files with a content hash.
const ASSETS: &str = "/desk/assets/";

/// Type of the page.
const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

const NOINDEX: HeaderValue = HeaderValue::from_static("noindex");

/// The built desk. Cheap to clone.
#[derive(Clone)]
pub(super) struct DeskPages(Option<Built>);

#[derive(Clone)]
struct Built {
    page: axum::body::Bytes,
    policy: HeaderValue,
    files: Files,
}

/// Whether a path is of the desk.
pub(super) fn is_desk(path: &str) -> bool {
    let rest = path.strip_prefix(PAGES);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

impl DeskPages {
    /// Loads the built desk; without it, its pages are 404.
    pub(super) fn load(folder: Option<&Path>, is_secure: bool) -> anyhow::Result<Self> {
        let Some(folder) = folder.filter(|folder| folder.join("index.html").is_file()) else {
            return Ok(Self(None));
        };
        let page = std::fs::read_to_string(folder.join("index.html"))?;
        Ok(Self(Some(Built {
            policy: HeaderValue::try_from(csp::desk_policy(&page, is_secure))?,
            page: page.into(),
            files: Files::new(folder),
        })))
    }

    /// Serves a file, or the page for all other paths.
    pub(super) async fn serve(&self, mut request: Request) -> Response {
        let Some(built) = &self.0 else {
            return with_privacy(StatusCode::NOT_FOUND.into_response());
        };
        let path = request.uri().path();
        let is_asset = path.starts_with(ASSETS);
        // Other files lie at the root. A path below may have a dot: the key of a text.
        let name = path
            .strip_prefix(PAGES)
            .unwrap_or_default()
            .trim_start_matches('/');
        if !is_asset && (name.contains('/') || !name.contains('.')) {
            let headers = [
                (header::CONTENT_TYPE, HTML),
                (header::CACHE_CONTROL, NO_STORE),
                (header::CONTENT_SECURITY_POLICY, built.policy.clone()),
            ];
            return with_privacy((headers, built.page.clone()).into_response());
        }
        // Files lie below the root of the folder.
        let in_folder = path.strip_prefix(PAGES).unwrap_or(path).parse();
        let Ok(uri) = in_folder else {
            return with_privacy(StatusCode::NOT_FOUND.into_response());
        };
        *request.uri_mut() = uri;
        with_privacy(built.files.clone().serve_as(request, is_asset).await)
    }
}

/// Sets what all responses of the desk have: no search engine lists them, and no other site learns their address.
fn with_privacy(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("x-robots-tag"), NOINDEX);
    headers.insert(header::REFERRER_POLICY, NO_REFERRER);
    response
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::testing::{Gateway, bytes, config};

    #[tokio::test]
    async fn serves_the_desk_without_storing_or_indexing_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("assets")).unwrap();
        fs::write(
            folder.path().join("index.html"),
            "<!doctype html><title>desk</title>",
        )
        .unwrap();
        fs::write(folder.path().join("assets/app-abc123.js"), "1").unwrap();
        fs::write(folder.path().join("icon.svg"), "<svg/>").unwrap();
        let dist = format!("--desk-dist={}", folder.path().display());
        let gateway = Gateway::with(&config("https://shop.example", &[&dist]));
        for (path, status, cache) in [
            ("/desk", 200, "no-store"),
            ("/desk/quotes/SQ-7Q2M04XK", 200, "no-store"),
            ("/desk/content/home/HOME.HERO_TITLE", 200, "no-store"),
            (
                "/desk/assets/app-abc123.js",
                200,
                "public, max-age=31536000, immutable",
            ),
            ("/desk/icon.svg", 200, "no-cache"),
            ("/desk/assets/none.js", 404, "no-store"),
            ("/desk/assets/../index.html", 404, "no-store"),
        ] {
            let response = gateway.send("GET", path, &[], "").await;
            assert_eq!(response.status(), status, "{path}");
            assert_eq!(response.headers()["cache-control"], cache, "{path}");
            assert_eq!(response.headers()["x-robots-tag"], "noindex", "{path}");
            assert_eq!(response.headers()["referrer-policy"], "no-referrer", "{path}");
        }
        let response = gateway.send("GET", "/desk/quotes?q=x", &[], "").await;
        let policy = response.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(policy.contains("script-src 'self';"), "{policy}");
        assert!(
            !policy.contains("openstreetmap") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(bytes(response).await.starts_with(b"<!doctype html>"));
        assert_eq!(gateway.send("POST", "/desk", &[], "").await.status(), 405);
    }

    #[tokio::test]
    async fn returns_404_while_the_desk_is_not_built() {
        let gateway = Gateway::start();
        for path in ["/desk", "/desk/", "/desk/quotes", "/desk/assets/app.js"] {
            let response = gateway.send("GET", path, &[], "").await;
            assert_eq!(response.status(), 404, "{path}");
            assert_eq!(response.headers()["x-robots-tag"], "noindex", "{path}");
        }
    }
}
