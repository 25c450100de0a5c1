//! `/api/docs`: Swagger UI, served without other hosts.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Router,
    extract::{Path, State},
    response::{IntoResponse as _, Response},
    routing::get,
};
use http::{HeaderMap, HeaderValue, header};
use utoipa_swagger_ui::{Config, serve};

use crate::{error::ApiError, state::AppState, static_file::StaticFile};

const PAGE: &str = include_str!("api_docs/index.html");
const START: &str = include_str!("api_docs/start.js");

/// The files of Swagger UI that the page loads. The others are not served.
const SWAGGER_UI: [&str; 2] = ["swagger-ui.css", "swagger-ui-bundle.js"];

/// Only own files, and the data URIs of Swagger UI's images.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

const ONE_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// The page's files by name.
type Files = Arc<BTreeMap<&'static str, StaticFile>>;

/// Returns the routes of the page and its files.
pub(crate) fn routes() -> Router<AppState> {
    let files = get(file).with_state(files());
    Router::new()
        .route("/api/docs", get(page))
        .route("/api/docs/{file}", files)
}

fn files() -> Files {
    let javascript = HeaderValue::from_static("text/javascript");
    let start = StaticFile::new(javascript, ONE_DAY, START.as_bytes());
    let swagger_ui = SWAGGER_UI.into_iter().filter_map(|name| {
        let file = serve(name, Arc::new(Config::default())).ok().flatten()?;
        let media_type = HeaderValue::try_from(file.content_type).ok()?;
        Some((
            name,
            StaticFile::new(media_type, ONE_DAY, file.bytes.into_owned()),
        ))
    });
    Arc::new(swagger_ui.chain([("start.js", start)]).collect())
}

async fn page() -> Response {
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        ),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, PAGE).into_response()
}

async fn file(State(files): State<Files>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    match files.get(name.as_str()) {
        Some(file) => file.respond(&headers).await,
        None => ApiError::not_found().into_response(),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Gateway, bytes};

    #[tokio::test]
    async fn serves_the_page_and_all_its_files() {
        let gateway = Gateway::start();
        let page = gateway.send("GET", "/api/docs", &[], "").await;
        assert_eq!(page.status(), 200);
        let policy = page.headers()["content-security-policy"].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self';"),
            "{policy}"
        );
        let html = String::from_utf8(bytes(page).await).unwrap();
        assert!(!html.contains("//"), "{html}");
        let files: Vec<_> = html
            .split("=\"/api/docs/")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert_eq!(files, ["swagger-ui.css", "swagger-ui-bundle.js", "start.js"]);
        for (file, media_type) in files
            .iter()
            .zip(["text/css", "text/javascript", "text/javascript"])
        {
            let response = gateway.send("GET", &format!("/api/docs/{file}"), &[], "").await;
            assert_eq!(response.status(), 200, "{file}");
            assert_eq!(response.headers()["content-type"], media_type, "{file}");
            // A revalidation sends nothing, and the length shows that no layer compresses the file again.
            let etag = response.headers()["etag"].to_str().unwrap().to_owned();
            let path = format!("/api/docs/{file}");
            let known = [("if-none-match", &*etag)];
            assert_eq!(
                gateway.send("GET", &path, &known, "").await.status(),
                304,
                "{file}"
            );
            let compressed = gateway.send("GET", &path, &[("accept-encoding", "br")], "").await;
            assert_eq!(compressed.headers()["content-encoding"], "br", "{file}");
            assert!(compressed.headers().contains_key("content-length"), "{file}");
        }
    }

    #[tokio::test]
    async fn returns_404_for_other_files() {
        let gateway = Gateway::start();
        for file in [
            "swagger-initializer.js",
            "..%2findex.html",
            "swagger-ui-bundle.js.map",
        ] {
            let response = gateway.send("GET", &format!("/api/docs/{file}"), &[], "").await;
            assert_eq!(response.status(), 404, "{file}");
        }
    }
}
