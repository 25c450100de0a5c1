//! `robots.txt` and the sitemaps: an index of files of bounded size.

use std::fmt::Write as _;

use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, StatusCode, header};
use kit::{domain::Language, vocabulary::content::ProjectCategory};
use proto::common::v1::Page;

use super::{
    escape,
    head::Site,
    offer,
    screens::{Robots, SCREENS},
    shop_query::CATEGORIES,
};
use crate::{error::ApiResult, layers::limits::SERVICES_TIMEOUT, state::AppState};

/// Number of products in a file: the maximum page size. Each has a URL in three languages.
const PRODUCTS: u32 = 1_000;

/// Most pictures of a page in the sitemap, so that a file stays below the 50 MB that crawlers read.
const MAX_PICTURES: usize = 20;

/// Number of projects in a file: the maximum page size.
const PROJECTS: u32 = 1_000;

const ONE_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// A file for crawlers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CrawlerFile {
    Robots,
    /// The index of the sitemaps.
    Index,
    /// Screens without parameters, and categories.
    Screens,
    Projects,
    /// Products, by the number of the file from 1.
    Products(u32),
}

/// Returns the file at a path.
pub(super) fn find(path: &str) -> Option<CrawlerFile> {
    match path {
        "/robots.txt" => Some(CrawlerFile::Robots),
        "/sitemap.xml" => Some(CrawlerFile::Index),
        "/sitemap-screens.xml" => Some(CrawlerFile::Screens),
        "/sitemap-projects.xml" => Some(CrawlerFile::Projects),
        _ => {
            let number = path.strip_prefix("/sitemap-products-")?.strip_suffix(".xml")?;
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
            number
                .parse()
                .ok()
                .filter(|_| is_number)
                .map(CrawlerFile::Products)
        }
    }
}

/// Serves a file; 503 if a service fails.
pub(super) async fn serve(file: CrawlerFile, site: &Site, state: &AppState) -> Response {
    let text = match file {
        CrawlerFile::Robots => return respond("text/plain; charset=utf-8", robots(site)),
        CrawlerFile::Screens => Ok(Some(screens(site))),
        CrawlerFile::Index => kit::grpc::with_timeout(SERVICES_TIMEOUT, index(site, state))
            .await
            .map(Some),
        CrawlerFile::Projects => kit::grpc::with_timeout(SERVICES_TIMEOUT, projects(site, state)).await,
        CrawlerFile::Products(number) => {
            kit::grpc::with_timeout(SERVICES_TIMEOUT, products(number, site, state)).await
        }
    };
    match text {
        Ok(Some(text)) => respond("application/xml", text),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(_) => {
            let retry_after = [(header::RETRY_AFTER, HeaderValue::from_static("60"))];
            (StatusCode::SERVICE_UNAVAILABLE, retry_after).into_response()
        }
    }
}

fn respond(media_type: &'static str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CACHE_CONTROL, ONE_HOUR),
    ];
    (headers, text).into_response()
}

fn robots(site: &Site) -> String {
    let mut text = "User-agent: *\nDisallow: /api/\n".to_owned();
    let screens = SCREENS.static_screens();
    let mut disallowed: Vec<_> = screens
        .filter(|screen| screen.robots == Robots::Disallow)
        .map(|screen| screen.path.as_str())
        .collect();
    disallowed.sort_unstable();
    for prefix in ["", "/az", "/ru", "/en"] {
        for path in &disallowed {
            let _ = writeln!(text, "Disallow: {prefix}{path}");
        }
    }
    let _ = writeln!(text, "\nSitemap: {}/sitemap.xml", site.origin);
    text
}

async fn index(site: &Site, state: &AppState) -> ApiResult<String> {
    let (products, projects) = tokio::join!(
        state
            .clients
            .catalog
            .list_product_ids(Page { number: 1, size: 1 }),
        state
            .clients
            .content
            .list_project_ids(Page { number: 1, size: 1 })
    );
    let total = products?.total_records;
    let files = u32::try_from(total).unwrap_or_default().div_ceil(PRODUCTS);
    let mut text = opening("sitemapindex");
    let mut names = vec!["screens".to_owned()];
    // The index does without projects if content fails.
    if projects.is_ok_and(|projects| projects.total_records > 0) {
        names.push("projects".to_owned());
    }
    names.extend((1..=files).map(|number| format!("products-{number}")));
    for name in names {
        let _ = writeln!(
            text,
            "<sitemap><loc>{}/sitemap-{name}.xml</loc></sitemap>",
            escape::html(&site.origin)
        );
    }
    text.push_str("</sitemapindex>\n");
    Ok(text)
}

fn screens(site: &Site) -> String {
    let categories = CATEGORIES.map(|category| format!("/shop?category={category}"));
    let projects = ProjectCategory::ALL.map(|category| format!("/projects/category/{}", category.name()));
    let screens = SCREENS
        .static_screens()
        .filter(|screen| screen.is_indexed())
        .map(|screen| screen.path.clone())
        .chain(categories)
        .chain(projects);
    url_set(site, screens.map(Entry::from))
}

async fn products(number: u32, site: &Site, state: &AppState) -> ApiResult<Option<String>> {
    let list = state
        .clients
        .catalog
        .list_product_ids(Page {
            number,
            size: PRODUCTS,
        })
        .await?;
    if list.product_ids.is_empty() {
        return Ok(None);
    }
    let found = state
        .clients
        .catalog
        .get_products(list.product_ids.clone())
        .await?;
    let entries = list.product_ids.iter().map(|id| Entry {
        path: format!("/shop/{id}"),
        pictures: found
            .get(id)
            .map(|product| offer::pictures(site, product))
            .unwrap_or_default(),
    });
    Ok(Some(url_set(site, entries)))
}

async fn projects(site: &Site, state: &AppState) -> ApiResult<Option<String>> {
    let list = state
        .clients
        .content
        .list_project_ids(Page {
            number: 1,
            size: PROJECTS,
        })
        .await?;
    if list.project_ids.is_empty() {
        return Ok(None);
    }
    let paths = list.project_ids.iter().map(|id| format!("/projects/{id}"));
    Ok(Some(url_set(site, paths.map(Entry::from))))
}

/// A page in the sitemap.
struct Entry {
    /// Without the prefix of a language.
    path: String,
    /// Addresses of its pictures.
    pictures: Vec<String>,
}

impl From<String> for Entry {
    fn from(path: String) -> Self {
        Self {
            path,
            pictures: Vec::new(),
        }
    }
}

/// Lists each path in each language with its alternates. The time of the last change is not known.
fn url_set(site: &Site, entries: impl Iterator<Item = Entry>) -> String {
    let mut text = opening("urlset");
    for Entry { path, pictures } in entries {
        let mut alternates = String::new();
        for language in Language::ALL.map(Some).into_iter().chain([None]) {
            let name = language.map_or("x-default", Language::name);
            let url = escape::html(&site.screen_url(language, &path));
            let _ = write!(
                alternates,
                "<xhtml:link rel=\"alternate\" hreflang=\"{name}\" href=\"{url}\"/>"
            );
        }
        for picture in pictures.iter().take(MAX_PICTURES) {
            let url = escape::html(picture);
            let _ = write!(
                alternates,
                "<image:image><image:loc>{url}</image:loc></image:image>"
            );
        }
        for language in Language::ALL {
            let url = escape::html(&site.screen_url(Some(language), &path));
            let _ = writeln!(text, "<url><loc>{url}</loc>{alternates}</url>");
        }
    }
    text.push_str("</urlset>\n");
    text
}

fn opening(element: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{element} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        Site {
            origin: "https://shop.example".to_owned(),
            brand: "Şəbəkə".to_owned(),
        }
    }

    #[test]
    fn finds_files_by_path() {
        assert_eq!(find("/robots.txt"), Some(CrawlerFile::Robots));
        assert_eq!(find("/sitemap-products-12.xml"), Some(CrawlerFile::Products(12)));
        for other in [
            "/az/robots.txt",
            "/sitemap-products-0.xml",
            "/sitemap-products-01.xml",
            "/sitemap-products-.xml",
            "/sitemap-products-+1.xml",
            "/sitemap-products-99999999999.xml",
            "/sitemap-other.xml",
            "/favicon.svg",
        ] {
            assert_eq!(find(other), None, "{other}");
        }
    }

    #[test]
    fn robots_txt_names_disallowed_paths_and_the_sitemap() {
        let text = robots(&site());
        for line in [
            "User-agent: *",
            "Disallow: /api/",
            "Disallow: /checkout",
            "Disallow: /ru/account",
            "Sitemap: https://shop.example/sitemap.xml",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }

    #[test]
    fn lists_every_url_with_its_alternates_and_pictures() {
        let entry = Entry {
            path: "/shop?a=1&b=2".to_owned(),
            pictures: vec!["https://shop.example/images/a-960.webp".to_owned()],
        };
        let text = url_set(&site(), [entry].into_iter());
        assert_eq!(text.matches("<url>").count(), 3);
        assert!(
            text.contains("<url><loc>https://shop.example/ru/shop?a=1&amp;b=2</loc>"),
            "{text}"
        );
        let alternate = "<xhtml:link rel=\"alternate\" hreflang=\"x-default\" \
                     href=\"https://shop.example/shop?a=1&amp;b=2\"/>";
        assert_eq!(text.matches(alternate).count(), 3, "{text}");
        let picture =
            "<image:image><image:loc>https://shop.example/images/a-960.webp</image:loc></image:image></url>";
        assert_eq!(text.matches(picture).count(), 3, "{text}");
    }

    #[test]
    fn the_sitemap_has_only_indexed_screens() {
        let text = screens(&site());
        assert!(text.contains("<loc>https://shop.example/az</loc>"), "{text}");
        assert!(
            text.contains("<loc>https://shop.example/en/shop?category=3</loc>"),
            "{text}"
        );
        for hidden in ["/cart", "/account", "/login", "/search"] {
            assert!(!text.contains(hidden), "{hidden}");
        }
    }
}
