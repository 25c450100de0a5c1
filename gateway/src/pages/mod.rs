//! The web app: its files, and its page with head and data for each path.

mod archive;
mod builder;
mod crawlers;
mod csp;
mod desk;
mod escape;
mod feeds;
mod files;
mod first_view;
mod head;
mod home_texts;
mod inlined;
mod offer;
mod preview;
mod screens;
mod search_query;
mod shop_query;
mod structured_data;
mod template;

use std::{path::Path, sync::Arc, time::SystemTime};

use axum::{
    Router,
    extract::{Request, State},
    response::{IntoResponse as _, Redirect, Response},
};
use http::{HeaderValue, Method, StatusCode, Uri, header};
use kit::domain::Language;
use serde_json::json;

use crate::{Config, layers::security_headers::NO_REFERRER, state::AppState};
use builder::PageBuilder;
use desk::DeskPages;
use files::Files;
pub(crate) use files::IMMUTABLE;
use first_view::Slots;
use head::Site;
pub(crate) use home_texts::{standard_pictures, standard_texts};
pub(crate) use preview::POSITIONS as PREVIEW_POSITIONS;
use screens::{Route, SCREENS};
use template::Templates;

/// The built web app.
#[derive(Clone)]
pub(crate) struct Pages {
    files: Option<Files>,
    templates: Option<Templates>,
    desk: DeskPages,
    builder: PageBuilder,
    default_language: Language,
}

impl Pages {
    /// Loads the built web app. Without it there are no pages. Their data comes from the API's routes.
    pub(crate) fn load(config: &Config, state: &AppState, api: Router) -> anyhow::Result<Self> {
        let templates = match &config.web_dist {
            Some(folder) => {
                let shared_slots = |language| shared_slots(config, language);
                Templates::load(
                    folder,
                    config.public_url.is_secure(),
                    &settings(config),
                    shared_slots,
                )?
            }
            None => None,
        };
        if templates.is_none() {
            tracing::warn!("the web app is not built, serving only the API");
        }
        Ok(Self {
            files: config
                .web_dist
                .as_deref()
                .map(|folder| files(folder, config.static_archive.as_deref())),
            templates,
            desk: DeskPages::load(config.desk_dist.as_deref(), config.public_url.is_secure())?,
            builder: PageBuilder {
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

/// Returns the files of the web app. Without its archive, the shop serves those of the present build.
#[expect(
    clippy::disallowed_methods,
    reason = "ages of files follow the clock of the file system"
)]
fn files(folder: &Path, archive: Option<&Path>) -> Files {
    let Some(archive) = archive else {
        return Files::new(folder);
    };
    if let Err(error) = archive::keep(folder, archive, SystemTime::now()) {
        let error: &dyn std::error::Error = &error;
        tracing::error!(error, "failed to keep the files of this build in STATIC_ARCHIVE");
    }
    Files::with_archive(folder, archive)
}

/// Returns the element with the web app's settings (`web/src/lib/settings.ts`).
fn settings(config: &Config) -> String {
    let settings = json!({
        "brand": config.shop_name,
        "defaultLanguage": config.default_language.name(),
        "siteRoot": config.site_root,
        "guestCart": config.guest_cart.is_on(),
    });
    escape::json_script(
        "application/json",
        Some("storefront-settings"),
        &settings.to_string(),
    )
}

/// Returns the slots that all first views of a language share.
fn shared_slots(config: &Config, language: Language) -> Slots {
    let home = match &config.site_root {
        Some(root) => root.replace("{language}", language.name()),
        None => format!("/{language}"),
    };
    Slots::from([
        ("brand".to_owned(), config.shop_name.clone()),
        ("home".to_owned(), home),
    ])
}

/// Returns the routes of all paths outside the API.
pub(crate) fn routes(pages: Pages) -> Router {
    Router::new().fallback(serve).with_state(pages)
}

/// Whether the page at a path depends on the query: those of the shop, of a search and of all projects do.
pub(crate) fn reads_query(path: &str) -> bool {
    let path = path.trim_end_matches('/');
    [screens::SHOP, screens::SEARCH, screens::PROJECTS]
        .iter()
        .any(|screen| path.ends_with(screen))
}

/// Whether an address is the home page with drafts, which the web app loads by the calls of the desk.
pub(crate) fn is_preview(path: &str, query: Option<&str>) -> bool {
    let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let screen = SCREENS.get(screens::HOME);
    pairs.any(|(name, _)| name == "preview") && SCREENS.resolve(path).1 == Route::Static(screen)
}

/// Whether the page at a path is opened by a mailed link with a token.
fn has_token(path: &str) -> bool {
    let path = path.trim_end_matches('/');
    screens::WITH_TOKEN.iter().any(|screen| path.ends_with(screen))
}

async fn serve(State(pages): State<Pages>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, HeaderValue::from_static("GET, HEAD"))];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response();
    }
    if desk::is_desk(request.uri().path()) {
        return pages.desk.serve(request).await;
    }
    if let Some(file) = crawlers::find(request.uri().path()) {
        return crawlers::serve(file, &pages.builder.site, &pages.builder.state).await;
    }
    if let Some(feed) = feeds::find(request.uri().path()) {
        let served = feeds::serve(feed, &pages.builder.site, &pages.builder.state);
        return Box::pin(served).await;
    }
    if let Some(files) = &pages.files
        && files::is_file(request.uri().path())
    {
        return files.clone().serve(request).await;
    }
    page(&pages, request.uri()).await
}

async fn page(pages: &Pages, uri: &Uri) -> Response {
    let Some(templates) = &pages.templates else {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "The shop's pages are not built yet.\n",
        )
            .into_response();
    };
    if let Some(address) = SCREENS.canonical(uri.path(), uri.query()) {
        return Redirect::permanent(&address).into_response();
    }
    let (language, route) = SCREENS.resolve(uri.path());
    if let Route::Redirect(target) = route {
        return redirect(language, target, uri.query());
    }
    let language = language.unwrap_or(pages.default_language);
    let mut page = pages
        .builder
        .build(language, route, uri.query().unwrap_or_default())
        .await;
    if is_preview(uri.path(), uri.query()) {
        // Neither stored nor indexed.
        page.is_complete = false;
        page.head.canonical = None;
    }
    let mut response = templates.respond(&page, &pages.builder.site, language);
    if has_token(uri.path()) {
        response
            .headers_mut()
            .insert(header::REFERRER_POLICY, NO_REFERRER);
    }
    response
}

fn redirect(language: Option<Language>, target: &str, query: Option<&str>) -> Response {
    let prefix = language
        .map(|language| format!("/{language}"))
        .unwrap_or_default();
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Redirect::temporary(&format!("{prefix}{target}{query}")).into_response()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use crate::testing::{Gateway, bytes, config};

    const PAGE: &str = "<!doctype html><html lang=\"en\"><head><script>let a = 1</script></head></html>";

    /// A gateway with a small web app.
    fn gateway() -> (Gateway, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("index.html", PAGE);
        write("favicon.svg", "<svg/>");
        write("favicon.ico", "");
        write("app.webmanifest", "{}");
        write("static/app-abc123.js", &"let one = 'of many';\n".repeat(100));
        write("assets/i18n/az.json", "{}");
        write("images/products/sk-1/1-960.svg", "<svg/>");
        let dist = format!("--web-dist={}", folder.path().display());
        (Gateway::with(&config("http://127.0.0.1:8080", &[&dist])), folder)
    }

    #[tokio::test]
    async fn serves_known_paths_in_their_language() {
        let (gateway, _folder) = gateway();
        // The catalog is unavailable: robots must keep no page without products.
        for (path, language, status, cache) in [
            ("/", "en", 503, "no-store"),
            ("/az", "az", 503, "no-store"),
            ("/ru/shop?category=1", "ru", 503, "no-store"),
            ("/az/search?q=oak", "az", 503, "no-store"),
            ("/ru/projects", "ru", 503, "no-store"),
            ("/az/contact-us", "az", 200, "no-store"),
            ("/cart", "en", 200, "no-cache"),
        ] {
            let response = gateway.send("GET", path, &[], "").await;
            assert_eq!(response.status(), status, "{path}");
            assert_eq!(
                response.headers().contains_key("retry-after"),
                status == 503,
                "{path}"
            );
            assert_eq!(response.headers()["cache-control"], cache, "{path}");
            let policy = response.headers()["content-security-policy"]
                .to_str()
                .unwrap()
                .to_owned();
            assert!(policy.contains("script-src 'self' 'sha256-"), "{policy}");
            assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
            let html = String::from_utf8(bytes(response).await).unwrap();
            assert!(
                html.contains(&format!("<html lang=\"{language}\">")),
                "{path}: {html}"
            );
            assert_eq!(html.matches("<title>").count(), 1, "{path}: {html}");
            assert!(!html.contains("storefront-data"), "{path}: {html}");
        }
    }

    #[tokio::test]
    async fn pages_of_mailed_links_send_no_referrer() {
        let (gateway, _folder) = gateway();
        for (path, policy) in [
            ("/az/reset-password", "no-referrer"),
            ("/ru/verify-email/", "no-referrer"),
            ("/en/order", "no-referrer"),
            ("/offer", "no-referrer"),
            ("/en/conversation", "no-referrer"),
            ("/az/cart", "strict-origin-when-cross-origin"),
        ] {
            let response = gateway.send("GET", path, &[], "").await;
            assert_eq!(response.headers()["referrer-policy"], policy, "{path}");
        }
    }

    #[tokio::test]
    async fn returns_404_with_a_page_for_unknown_paths() {
        let (gateway, _folder) = gateway();
        for path in [
            "/nothing",
            "/az/nothing",
            "/shop/x",
            "/index.html",
            "/az/favicon.svg",
        ] {
            let response = gateway.send("GET", path, &[], "").await;
            assert_eq!(response.status(), 404, "{path}");
            assert!(bytes(response).await.starts_with(b"<!doctype html>"), "{path}");
        }
    }

    #[tokio::test]
    async fn returns_503_if_a_product_cannot_be_loaded() {
        let (gateway, _folder) = gateway();
        let response = gateway.send("GET", "/shop/1", &[], "").await;
        assert_eq!(response.status(), 503);
        assert!(response.headers().contains_key("retry-after"));
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert!(bytes(response).await.starts_with(b"<!doctype html>"));
    }

    #[tokio::test]
    async fn returns_304_for_an_unchanged_page() {
        let (gateway, _folder) = gateway();
        let tag = gateway.send("GET", "/az/cart", &[], "").await.headers()["etag"].clone();
        let headers = [("if-none-match", tag.to_str().unwrap())];
        let again = gateway.send("GET", "/az/cart", &headers, "").await;
        assert_eq!(again.status(), 304);
        assert_eq!(bytes(again).await, b"");
        assert_eq!(gateway.send("GET", "/ru/cart", &headers, "").await.status(), 200);
    }

    #[tokio::test]
    async fn a_cached_page_is_the_same_as_the_built_one() {
        let (gateway, _folder) = gateway();
        let built = gateway.send("GET", "/az/cart?x=1", &[], "").await;
        let cached = gateway.send("GET", "/az/cart?x=2", &[], "").await;
        let metrics = gateway.state.metrics.encode().unwrap();
        let hit = "storefront_gateway_cache_lookups_total{cache=\"responses\",result=\"hit\"} 1";
        assert!(metrics.contains(hit), "{metrics}");
        let sorted = |headers: &http::HeaderMap| {
            let mut headers: Vec<_> = headers
                .iter()
                // The server adds the length if it is missing.
                .filter(|(name, _)| *name != http::header::CONTENT_LENGTH)
                .map(|(name, value)| (name.to_string(), value.clone()))
                .collect();
            headers.sort();
            headers
        };
        assert_eq!(sorted(built.headers()), sorted(cached.headers()));
        assert_eq!(bytes(built).await, bytes(cached).await);
    }

    #[tokio::test]
    async fn absolute_urls_come_only_from_the_settings() {
        let (gateway, _folder) = gateway();
        let headers = [
            ("host", "evil.example"),
            ("x-forwarded-host", "evil.example"),
            ("forwarded", "host=evil.example"),
        ];
        let response = gateway.send("GET", "/az/shop", &headers, "").await;
        let html = String::from_utf8(bytes(response).await).unwrap();
        assert!(html.contains("href=\"http://127.0.0.1:8080/az/shop\""), "{html}");
        assert!(!html.contains("evil"), "{html}");
    }

    #[tokio::test]
    async fn passes_settings_to_the_web_app() {
        let (_, folder) = gateway();
        let dist = format!("--web-dist={}", folder.path().display());
        let settings = [
            "--shop-name=A</b>",
            "--default-language=az",
            "--site-root=/x/{language}",
            "--guest-cart=on",
            &dist,
        ];
        let gateway = Gateway::with(&config("http://127.0.0.1:8080", &settings));
        let html = String::from_utf8(bytes(gateway.send("GET", "/cart", &[], "").await).await).unwrap();
        let settings = html.split("id=\"storefront-settings\">").nth(1).unwrap();
        let settings: serde_json::Value =
            serde_json::from_str(settings.split("</script>").next().unwrap()).unwrap();
        let expected = serde_json::json!({
            "brand": "A</b>", "defaultLanguage": "az", "siteRoot": "/x/{language}", "guestCart": true,
        });
        assert_eq!(settings, expected);
        assert!(html.contains("<html lang=\"az\">"), "{html}");
    }

    #[tokio::test]
    async fn caches_files_by_folder() {
        let (gateway, _folder) = gateway();
        for (path, cache) in [
            ("/static/app-abc123.js", "public, max-age=31536000, immutable"),
            ("/assets/i18n/az.json", "no-cache"),
            ("/images/products/sk-1/1-960.svg", "public, max-age=86400"),
            ("/favicon.svg", "public, max-age=86400"),
        ] {
            let response = gateway.send("GET", path, &[], "").await;
            assert_eq!(response.status(), 200, "{path}");
            assert_eq!(response.headers()["cache-control"], cache, "{path}");
            let tag = response.headers()["etag"].clone();
            let headers = [("if-none-match", tag.to_str().unwrap())];
            assert_eq!(
                gateway.send("GET", path, &headers, "").await.status(),
                304,
                "{path}"
            );
        }
    }

    #[tokio::test]
    async fn serves_icons_with_their_types() {
        let (gateway, _folder) = gateway();
        for (path, kind) in [
            ("/favicon.ico", "image/x-icon"),
            ("/favicon.svg", "image/svg+xml"),
            ("/app.webmanifest", "application/manifest+json"),
        ] {
            let response = gateway.send("GET", path, &[], "").await;
            assert_eq!(response.headers()["content-type"], kind, "{path}");
        }
    }

    #[tokio::test]
    async fn serves_files_of_other_builds_from_the_archive() {
        let [old, new] = [gateway(), gateway()].map(|(_, folder)| folder);
        fs::rename(
            new.path().join("static/app-abc123.js"),
            new.path().join("static/app-def456.js"),
        )
        .unwrap();
        let archive = tempfile::tempdir().unwrap();
        let gateways = [old, new].map(|folder| {
            let dist = format!("--web-dist={}", folder.path().display());
            let archive = format!("--static-archive={}", archive.path().display());
            let gateway = Gateway::with(&config("http://127.0.0.1:8080", &[&dist, &archive]));
            (gateway, folder)
        });
        for (gateway, _) in &gateways {
            for name in ["app-abc123.js", "app-def456.js"] {
                let response = gateway.send("GET", &format!("/static/{name}"), &[], "").await;
                assert_eq!(response.status(), 200, "{name}");
                let cache = "public, max-age=31536000, immutable";
                assert_eq!(response.headers()["cache-control"], cache, "{name}");
            }
            assert_eq!(
                gateway.send("GET", "/static/none.js", &[], "").await.status(),
                404
            );
        }
    }

    #[tokio::test]
    async fn serves_no_other_files() {
        let (gateway, folder) = gateway();
        fs::write(folder.path().parent().unwrap().join("storefront-secret"), "").unwrap();
        for path in [
            "/static/none.js",
            "/static/",
            "/images/../../storefront-secret",
            "/static/%2e%2e/index.html",
        ] {
            let response = gateway.send("GET", path, &[], "").await;
            assert_eq!(response.status(), 404, "{path}");
            assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
        }
        fs::remove_file(folder.path().parent().unwrap().join("storefront-secret")).unwrap();
    }

    #[tokio::test]
    async fn compresses_text() {
        let (gateway, _folder) = gateway();
        for encoding in ["br", "gzip"] {
            let headers = [("accept-encoding", encoding)];
            let response = gateway.send("GET", "/static/app-abc123.js", &headers, "").await;
            assert_eq!(response.headers()["content-encoding"], encoding);
            assert!(bytes(response).await.len() < 500);
        }
    }

    #[tokio::test]
    async fn sends_precompressed_files() {
        let (gateway, folder) = gateway();
        fs::write(folder.path().join("static/app-abc123.js.br"), "ready").unwrap();
        let headers = [("accept-encoding", "gzip, br")];
        let response = gateway.send("GET", "/static/app-abc123.js", &headers, "").await;
        assert_eq!(response.headers()["content-encoding"], "br");
        assert_eq!(bytes(response).await, b"ready");
    }

    #[tokio::test]
    async fn redirects_former_sign_in_paths() {
        let (gateway, _folder) = gateway();
        let response = gateway
            .send("GET", "/ru/auth/sign-in?returnUrl=%2Fcart", &[], "")
            .await;
        assert_eq!(response.status(), 307);
        assert_eq!(response.headers()["location"], "/ru/login?returnUrl=%2Fcart");
    }

    #[tokio::test]
    async fn redirects_to_the_canonical_spelling() {
        let (gateway, _folder) = gateway();
        let response = gateway.send("GET", "/AZ/Offer%23ST-1.aB", &[], "").await;
        assert_eq!(response.status(), 308);
        assert_eq!(response.headers()["location"], "/az/offer#ST-1.aB");
    }

    #[tokio::test]
    async fn pages_allow_only_get_and_head() {
        let (gateway, _folder) = gateway();
        let response = gateway.send("POST", "/", &[], "").await;
        assert_eq!(response.status(), 405);
        assert_eq!(response.headers()["allow"], "GET, HEAD");
    }

    #[tokio::test]
    async fn serves_only_the_api_without_a_web_app() {
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
