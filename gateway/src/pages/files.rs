//! Static files of the web app.

use std::path::Path;

use axum::{
    extract::Request,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, StatusCode, header};
use tower::ServiceExt as _;
use tower_http::services::ServeDir;

/// For names with a content hash.
pub(crate) const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

const ONE_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// A folder of files, some with precompressed variants. Cheap to clone.
#[derive(Clone)]
pub(super) struct Files {
    present: ServeDir,
    /// Hashed files of earlier builds.
    archive: Option<ServeDir>,
}

impl Files {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            present: serve_dir(folder),
            archive: None,
        }
    }

    /// Creates a folder whose missing files are served from another one.
    pub(super) fn with_archive(folder: &Path, archive: &Path) -> Self {
        Self {
            present: serve_dir(folder),
            archive: Some(serve_dir(archive)),
        }
    }

    /// Serves the file of a path, or a 404 without body.
    pub(super) async fn serve(self, request: Request) -> Response {
        let cache_control = cache_control(request.uri().path());
        self.serve_with(request, cache_control).await
    }

    /// Serves the file of a path, or a 404 without body. `is_hashed` is whether its name has a content hash.
    pub(super) async fn serve_as(self, request: Request, is_hashed: bool) -> Response {
        let cache_control = if is_hashed { IMMUTABLE } else { REVALIDATE };
        self.serve_with(request, cache_control).await
    }

    async fn serve_with(self, request: Request, cache_control: HeaderValue) -> Response {
        let Ok(response) = match self.archive {
            Some(archive) => self.present.fallback(archive).oneshot(request).await,
            None => self.present.oneshot(request).await,
        };
        if response.status().is_client_error() || response.status().is_server_error() {
            return response.status().into_response();
        }
        let mut response = response.into_response();
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, cache_control);
        if response.status() == StatusCode::NOT_MODIFIED {
            response.headers_mut().remove(header::CONTENT_TYPE);
        }
        response
    }
}

fn serve_dir(folder: &Path) -> ServeDir {
    ServeDir::new(folder)
        .append_index_html_on_directories(false)
        .redirect_to_trailing_slash(false)
        .precompressed_br()
        .precompressed_gzip()
}

/// Whether a path is in a folder of files, or has an extension other than `.html` at the root.
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

fn cache_control(path: &str) -> HeaderValue {
    if path.starts_with("/static/") {
        IMMUTABLE
    } else if path.starts_with("/assets/") {
        REVALIDATE
    } else {
        ONE_DAY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_with_a_hash_are_immutable() {
        assert_eq!(cache_control("/static/index-abc.js"), IMMUTABLE);
        assert_eq!(cache_control("/assets/i18n/az.json"), REVALIDATE);
        assert_eq!(cache_control("/images/products/sk-1/1-960.webp"), ONE_DAY);
        assert_eq!(cache_control("/favicon.svg"), ONE_DAY);
    }

    #[test]
    fn tells_files_from_pages() {
        for file in ["/static/a.js", "/favicon.svg", "/images/none"] {
            assert!(is_file(file), "{file}");
        }
        for page in ["/", "/shop", "/index.html", "/shop/1.5", "/az/favicon.svg"] {
            assert!(!is_file(page), "{page}");
        }
    }
}
