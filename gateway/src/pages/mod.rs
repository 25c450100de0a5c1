//! The web app: its files, and its one page for every address that it knows, with a head and data of its own.

mod crawlers;
mod escape;
mod files;
mod first_view;
mod head;
mod head_texts;
mod index;
mod inlined;
mod known;
mod shop_address;
mod structured;
mod view;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    response::{IntoResponse as _, Redirect, Response},
};
use http::{HeaderValue, Method, StatusCode, Uri, header};
use kit::domain::Language;
use serde_json::json;

use crate::{Config, state::AppState};
use files::Files;
use first_view::Slots;
use head::Site;
use index::Index;
use known::{Address, Screen};
use view::Views;

/// The built web app.
#[derive(Clone)]
pub(crate) struct Pages {
    files: Option<Files>,
    index: Option<Index>,
    views: Views,
    default_language: Language,
}

impl Pages {
    /// From the folder of the settings. Without one, or with one that was not built yet, there are no pages.
    /// What they show is asked of the API.
    pub(crate) fn load(config: &Config, state: &AppState, api: Router) -> anyhow::Result<Self> {
        let index = match &config.web_dist {
            Some(folder) => {
                let everywhere = |language| everywhere(config, language);
                Index::load(
                    folder,
                    config.public_url.is_secure(),
                    &settings(config),
                    everywhere,
                )?
            }
            None => None,
        };
        if index.is_none() {
            tracing::warn!("there is no built web app: only the API is served");
        }
        Ok(Self {
            files: config.web_dist.as_deref().map(Files::new),
            index,
            views: Views {
                api,
                state: state.clone(),
                site: Arc::new(Site {
                    origin: config.public_url.origin(),
                    brand: config.shop_name.clone(),
                }),
            },
            default_language: config.default_language,
        })
    }
}

/// What the web app is told (`web/src/lib/settings.ts`).
fn settings(config: &Config) -> String {
    let settings = json!({
        "brand": config.shop_name,
        "defaultLanguage": config.default_language.code(),
        "siteRoot": config.site_root,
    });
    escape::data(
        "application/json",
        Some("storefront-settings"),
        &settings.to_string(),
    )
}

/// What stands in the first views of all pages of a language.
fn everywhere(config: &Config, language: Language) -> Slots {
    let home = match &config.site_root {
        Some(root) => root.replace("{language}", language.code()),
        None => format!("/{language}"),
    };
    Slots::from([
        ("brand".to_owned(), config.shop_name.clone()),
        ("home".to_owned(), home),
    ])
}

/// What answers every address outside the API.
pub(crate) fn routes(pages: Pages) -> Router {
    Router::new().fallback(serve).with_state(pages)
}

async fn serve(State(pages): State<Pages>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, HeaderValue::from_static("GET, HEAD"))];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response();
    }
    if let Some(file) = crawlers::read(request.uri().path()) {
        return crawlers::serve(file, &pages.views.site, &pages.views.state).await;
    }
    if let Some(files) = &pages.files
        && files::is_file(request.uri().path())
    {
        return files.clone().serve(request).await;
    }
    page(&pages, request.uri()).await
}

async fn page(pages: &Pages, uri: &Uri) -> Response {
    let Some(index) = &pages.index else {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "The shop's pages are not built yet.\n",
        )
            .into_response();
    };
    let Address { language, screen } = known::read(uri.path());
    if screen == Screen::Login {
        return to_login(language, uri.query());
    }
    let language = language.unwrap_or(pages.default_language);
    let view = pages
        .views
        .of(language, screen, uri.query().unwrap_or_default())
        .await;
    index.respond(&view, &pages.views.site, language)
}

fn to_login(language: Option<Language>, query: Option<&str>) -> Response {
    let prefix = language
        .map(|language| format!("/{language}"))
        .unwrap_or_default();
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Redirect::temporary(&format!("{prefix}/login{query}")).into_response()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use crate::testing::{Gateway, bytes, config};

    const PAGE: &str = "<!doctype html><html lang=\"en\"><head><script>let a = 1</script></head></html>";

    /// A built web app, small.
    fn shop() -> (Gateway, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("index.html", PAGE);
        write("favicon.svg", "<svg/>");
        write("static/app-abc123.js", &"let one = 'of many';\n".repeat(100));
        write("assets/i18n/az.json", "{}");
        write("images/products/sk-1/1-960.svg", "<svg/>");
        let dist = format!("--web-dist={}", folder.path().display());
        (Gateway::with(&config("http://127.0.0.1:8080", &[&dist])), folder)
    }

    #[tokio::test]
    async fn every_known_address_is_the_page_in_its_language() {
        let (gateway, _folder) = shop();
        // The catalogue is away: pages that show products are served, and kept by nobody.
        for (path, language, cache) in [
            ("/", "en", "no-store"),
            ("/az", "az", "no-store"),
            ("/ru/shop?category=1", "ru", "no-store"),
            ("/cart", "en", "no-cache"),
        ] {
            let answer = gateway.send("GET", path, &[], "").await;
            assert_eq!(answer.status(), 200, "{path}");
            assert_eq!(answer.headers()["cache-control"], cache, "{path}");
            let policy = answer.headers()["content-security-policy"]
                .to_str()
                .unwrap()
                .to_owned();
            assert!(policy.contains("script-src 'self' 'sha256-"), "{policy}");
            assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
            let html = String::from_utf8(bytes(answer).await).unwrap();
            assert!(
                html.contains(&format!("<html lang=\"{language}\">")),
                "{path}: {html}"
            );
            assert_eq!(html.matches("<title>").count(), 1, "{path}: {html}");
            assert!(!html.contains("storefront-data"), "{path}: {html}");
        }
    }

    #[tokio::test]
    async fn an_unknown_address_is_a_404_with_the_page() {
        let (gateway, _folder) = shop();
        for path in [
            "/nothing",
            "/az/nothing",
            "/shop/x",
            "/index.html",
            "/az/favicon.svg",
        ] {
            let answer = gateway.send("GET", path, &[], "").await;
            assert_eq!(answer.status(), 404, "{path}");
            assert!(bytes(answer).await.starts_with(b"<!doctype html>"), "{path}");
        }
    }

    #[tokio::test]
    async fn a_product_that_cannot_be_asked_for_is_no_404() {
        let (gateway, _folder) = shop();
        let answer = gateway.send("GET", "/shop/1", &[], "").await;
        assert_eq!(answer.status(), 503);
        assert!(answer.headers().contains_key("retry-after"));
        assert_eq!(answer.headers()["cache-control"], "no-store");
        assert!(bytes(answer).await.starts_with(b"<!doctype html>"));
    }

    #[tokio::test]
    async fn an_unchanged_page_is_not_sent_again() {
        let (gateway, _folder) = shop();
        let tag = gateway.send("GET", "/az/cart", &[], "").await.headers()["etag"].clone();
        let known = [("if-none-match", tag.to_str().unwrap())];
        let again = gateway.send("GET", "/az/cart", &known, "").await;
        assert_eq!(again.status(), 304);
        assert_eq!(bytes(again).await, b"");
        assert_eq!(gateway.send("GET", "/ru/cart", &known, "").await.status(), 200);
    }

    #[tokio::test]
    async fn absolute_addresses_come_from_the_settings_alone() {
        let (gateway, _folder) = shop();
        let headers = [
            ("host", "evil.example"),
            ("x-forwarded-host", "evil.example"),
            ("forwarded", "host=evil.example"),
        ];
        let answer = gateway.send("GET", "/az/shop", &headers, "").await;
        let html = String::from_utf8(bytes(answer).await).unwrap();
        assert!(html.contains("href=\"http://127.0.0.1:8080/az/shop\""), "{html}");
        assert!(!html.contains("evil"), "{html}");
    }

    #[tokio::test]
    async fn the_web_app_is_told_the_settings() {
        let (_, folder) = shop();
        let dist = format!("--web-dist={}", folder.path().display());
        let settings = [
            "--shop-name=A</b>",
            "--default-language=az",
            "--site-root=/x/{language}",
            &dist,
        ];
        let gateway = Gateway::with(&config("http://127.0.0.1:8080", &settings));
        let html = String::from_utf8(bytes(gateway.send("GET", "/cart", &[], "").await).await).unwrap();
        let settings = html.split("id=\"storefront-settings\">").nth(1).unwrap();
        let settings: serde_json::Value =
            serde_json::from_str(settings.split("</script>").next().unwrap()).unwrap();
        let expected =
            serde_json::json!({"brand": "A</b>", "defaultLanguage": "az", "siteRoot": "/x/{language}"});
        assert_eq!(settings, expected);
        assert!(html.contains("<html lang=\"az\">"), "{html}");
    }

    #[tokio::test]
    async fn files_are_kept_as_long_as_their_names_allow() {
        let (gateway, _folder) = shop();
        for (path, cache) in [
            ("/static/app-abc123.js", "public, max-age=31536000, immutable"),
            ("/assets/i18n/az.json", "no-cache"),
            ("/images/products/sk-1/1-960.svg", "public, max-age=86400"),
            ("/favicon.svg", "public, max-age=86400"),
        ] {
            let answer = gateway.send("GET", path, &[], "").await;
            assert_eq!(answer.status(), 200, "{path}");
            assert_eq!(answer.headers()["cache-control"], cache, "{path}");
            let tag = answer.headers()["etag"].clone();
            let known = [("if-none-match", tag.to_str().unwrap())];
            assert_eq!(
                gateway.send("GET", path, &known, "").await.status(),
                304,
                "{path}"
            );
        }
    }

    #[tokio::test]
    async fn what_is_no_file_of_the_web_app_is_not_served() {
        let (gateway, folder) = shop();
        fs::write(folder.path().parent().unwrap().join("storefront-secret"), "").unwrap();
        for path in [
            "/static/none.js",
            "/static/",
            "/images/../../storefront-secret",
            "/static/%2e%2e/index.html",
        ] {
            let answer = gateway.send("GET", path, &[], "").await;
            assert_eq!(answer.status(), 404, "{path}");
            assert_eq!(answer.headers()["cache-control"], "no-store", "{path}");
        }
        fs::remove_file(folder.path().parent().unwrap().join("storefront-secret")).unwrap();
    }

    #[tokio::test]
    async fn text_is_sent_compressed_to_who_can_read_it() {
        let (gateway, _folder) = shop();
        for encoding in ["br", "gzip"] {
            let headers = [("accept-encoding", encoding)];
            let answer = gateway.send("GET", "/static/app-abc123.js", &headers, "").await;
            assert_eq!(answer.headers()["content-encoding"], encoding);
            assert!(bytes(answer).await.len() < 500);
        }
    }

    #[tokio::test]
    async fn what_was_compressed_when_it_was_built_is_sent_as_it_is() {
        let (gateway, folder) = shop();
        fs::write(folder.path().join("static/app-abc123.js.br"), "ready").unwrap();
        let headers = [("accept-encoding", "gzip, br")];
        let answer = gateway.send("GET", "/static/app-abc123.js", &headers, "").await;
        assert_eq!(answer.headers()["content-encoding"], "br");
        assert_eq!(bytes(answer).await, b"ready");
    }

    #[tokio::test]
    async fn old_addresses_of_signing_in_lead_to_the_login() {
        let (gateway, _folder) = shop();
        let answer = gateway
            .send("GET", "/ru/auth/sign-in?returnUrl=%2Fcart", &[], "")
            .await;
        assert_eq!(answer.status(), 307);
        assert_eq!(answer.headers()["location"], "/ru/login?returnUrl=%2Fcart");
    }

    #[tokio::test]
    async fn pages_are_only_read() {
        let (gateway, _folder) = shop();
        let answer = gateway.send("POST", "/", &[], "").await;
        assert_eq!(answer.status(), 405);
        assert_eq!(answer.headers()["allow"], "GET, HEAD");
    }

    #[tokio::test]
    async fn without_a_web_app_the_api_is_served_alone() {
        let gateway = Gateway::start();
        assert_eq!(gateway.send("GET", "/", &[], "").await.status(), 503);
        assert_eq!(
            gateway
                .send("GET", "/api/v1.0/openapi.json", &[], "")
                .await
                .status(),
            200
        );
    }
}
