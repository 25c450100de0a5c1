//! The web app's files.

use std::path::Path;

use axum::{
    extract::Request,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, StatusCode, header};
use tower::ServiceExt as _;
use tower_http::services::ServeDir;

/// A name with a hash in it never means other bytes.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

const A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

const ASK_EACH_TIME: HeaderValue = HeaderValue::from_static("no-cache");

/// A folder of files, some of them compressed beside the plain ones. Cheap to clone.
#[derive(Clone)]
pub(super) struct Files(ServeDir);

impl Files {
    pub(super) fn new(folder: &Path) -> Self {
        Self(
            ServeDir::new(folder)
                .append_index_html_on_directories(false)
                .redirect_to_trailing_slash(false)
                .precompressed_br()
                .precompressed_gzip(),
        )
    }

    /// The file of this path, or a bare 404.
    pub(super) async fn serve(self, request: Request) -> Response {
        let cache = cache(request.uri().path());
        let Ok(response) = self.0.oneshot(request).await;
        if response.status().is_client_error() || response.status().is_server_error() {
            return response.status().into_response();
        }
        let mut response = response.into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, cache);
        if response.status() == StatusCode::NOT_MODIFIED {
            response.headers_mut().remove(header::CONTENT_TYPE);
        }
        response
    }
}

/// Whether a path is a file's: it is in a folder of files, or ends like one.
pub(super) fn is_file(path: &str) -> bool {
    let in_folder = ["/static/", "/assets/", "/images/"]
        .iter()
        .any(|folder| path.starts_with(folder));
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_page = Path::new(name)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("html"));
    in_folder || (path.matches('/').count() == 1 && name.contains('.') && !is_page)
}

fn cache(path: &str) -> HeaderValue {
    if path.starts_with("/static/") {
        FOR_EVER
    } else if path.starts_with("/assets/") {
        ASK_EACH_TIME
    } else {
        A_DAY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hashed_names_are_kept_for_ever() {
        assert_eq!(cache("/static/index-abc.js"), FOR_EVER);
        assert_eq!(cache("/assets/i18n/az.json"), ASK_EACH_TIME);
        assert_eq!(cache("/images/products/sk-1/1-960.webp"), A_DAY);
        assert_eq!(cache("/favicon.svg"), A_DAY);
    }

    #[test]
    fn the_page_is_no_file() {
        for file in ["/static/a.js", "/favicon.svg", "/images/none"] {
            assert!(is_file(file), "{file}");
        }
        for page in ["/", "/shop", "/index.html", "/shop/1.5", "/az/favicon.svg"] {
            assert!(!is_file(page), "{page}");
        }
    }
}
