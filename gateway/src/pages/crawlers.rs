//! What crawlers read before the pages: `robots.txt` and the sitemaps, an index over files of bounded size.

use std::fmt::Write as _;

use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, StatusCode, header};
use kit::domain::Language;
use proto::{catalog::v1::ListProductsRequest, common::v1::Page, content::v1::ListProjectsRequest};

use super::{escape, head::Site, known, shop_address::CATEGORIES};
use crate::{
    error::ApiResult, layers::limits::SERVICES_TIMEOUT, routes::projects::category::ProjectCategory,
    state::AppState,
};

/// Products of one file: as many as the catalogue lists at once. Each has an address in three languages.
const PRODUCTS: u32 = 1_000;

/// Projects at most: as many as the portfolio lists at once.
const PROJECTS: u32 = 1_000;

/// What crawlers need not open.
const CLOSED: [&str; 4] = ["/account", "/cart", "/checkout", "/order-confirmation"];

/// How long crawlers may keep a file.
const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// A file for crawlers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CrawlerFile {
    Robots,
    /// The list of the sitemaps.
    Index,
    /// The screens that are always there.
    Screens,
    /// The projects.
    Projects,
    /// So many products, counted from 1.
    Products(u32),
}

/// The file at a path.
pub(super) fn read(path: &str) -> Option<CrawlerFile> {
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

/// The file; 503 where the catalogue cannot say what is in it.
pub(super) async fn serve(file: CrawlerFile, site: &Site, state: &AppState) -> Response {
    let text = match file {
        CrawlerFile::Robots => return answer("text/plain; charset=utf-8", robots(site)),
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
        Ok(Some(text)) => answer("application/xml", text),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(_) => {
            let wait = [(header::RETRY_AFTER, HeaderValue::from_static("60"))];
            (StatusCode::SERVICE_UNAVAILABLE, wait).into_response()
        }
    }
}

fn answer(media_type: &'static str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CACHE_CONTROL, AN_HOUR),
    ];
    (headers, text).into_response()
}

fn robots(site: &Site) -> String {
    let mut text = "User-agent: *\nDisallow: /api/\n".to_owned();
    for prefix in ["", "/az", "/ru", "/en"] {
        for screen in CLOSED {
            let _ = writeln!(text, "Disallow: {prefix}{screen}");
        }
    }
    let _ = writeln!(text, "\nSitemap: {}/sitemap.xml", site.origin);
    text
}

async fn index(site: &Site, state: &AppState) -> ApiResult<String> {
    let (products, projects) = tokio::join!(
        state.clients.catalog.list_products(products_page(1, 1)),
        state.clients.content.list_projects(projects_page(1))
    );
    let total = products?.total_records;
    let files = u32::try_from(total).unwrap_or_default().div_ceil(PRODUCTS);
    let mut text = opening("sitemapindex");
    let mut names = vec!["screens".to_owned()];
    // Without projects, or without an answer about them, the rest of the map is as good.
    if projects.is_ok_and(|projects| projects.total_records > 0) {
        names.push("projects".to_owned());
    }
    names.extend((1..=files).map(|number| format!("products-{number}")));
    for name in names {
        let _ = writeln!(
            text,
            "<sitemap><loc>{}/sitemap-{name}.xml</loc></sitemap>",
            escape::text(&site.origin)
        );
    }
    text.push_str("</sitemapindex>\n");
    Ok(text)
}

fn screens(site: &Site) -> String {
    let categories = CATEGORIES.map(|category| format!("/shop?category={category}"));
    let projects = ProjectCategory::ALL.map(|category| format!("/projects/category/{}", category.name()));
    let screens = known::open_screens()
        .map(str::to_owned)
        .chain(categories)
        .chain(projects);
    url_set(site, screens)
}

async fn products(number: u32, site: &Site, state: &AppState) -> ApiResult<Option<String>> {
    let answer = state
        .clients
        .catalog
        .list_products(products_page(number, PRODUCTS))
        .await?;
    if answer.products.is_empty() {
        return Ok(None);
    }
    let addresses = answer
        .products
        .iter()
        .map(|product| format!("/shop/{}", product.id));
    Ok(Some(url_set(site, addresses)))
}

async fn projects(site: &Site, state: &AppState) -> ApiResult<Option<String>> {
    let answer = state
        .clients
        .content
        .list_projects(projects_page(PROJECTS))
        .await?;
    if answer.projects.is_empty() {
        return Ok(None);
    }
    let addresses = answer
        .projects
        .iter()
        .map(|project| format!("/projects/{}", project.id));
    Ok(Some(url_set(site, addresses)))
}

fn projects_page(size: u32) -> ListProjectsRequest {
    ListProjectsRequest {
        page: Some(Page { number: 1, size }),
        ..ListProjectsRequest::default()
    }
}

fn products_page(number: u32, size: u32) -> ListProductsRequest {
    ListProductsRequest {
        page: Some(Page { number, size }),
        ..ListProductsRequest::default()
    }
}

/// Each address in each language, with its others beside it. When one last changed is not known.
fn url_set(site: &Site, screens: impl Iterator<Item = String>) -> String {
    let mut text = opening("urlset");
    for screen in screens {
        let mut others = String::new();
        for language in Language::ALL.map(Some).into_iter().chain([None]) {
            let name = language.map_or("x-default", Language::code);
            let address = escape::text(&site.address(language, &screen));
            let _ = write!(
                others,
                "<xhtml:link rel=\"alternate\" hreflang=\"{name}\" href=\"{address}\"/>"
            );
        }
        for language in Language::ALL {
            let address = escape::text(&site.address(Some(language), &screen));
            let _ = writeln!(text, "<url><loc>{address}</loc>{others}</url>");
        }
    }
    text.push_str("</urlset>\n");
    text
}

fn opening(element: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{element} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n"
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
    fn files_are_known_by_their_names() {
        assert_eq!(read("/robots.txt"), Some(CrawlerFile::Robots));
        assert_eq!(read("/sitemap-products-12.xml"), Some(CrawlerFile::Products(12)));
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
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn crawlers_are_told_where_the_map_is_and_what_to_leave() {
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
    fn every_address_stands_with_its_others() {
        let text = url_set(&site(), ["/shop?a=1&b=2".to_owned()].into_iter());
        assert_eq!(text.matches("<url>").count(), 3);
        assert!(
            text.contains("<url><loc>https://shop.example/ru/shop?a=1&amp;b=2</loc>"),
            "{text}"
        );
        let other = "<xhtml:link rel=\"alternate\" hreflang=\"x-default\" \
                     href=\"https://shop.example/shop?a=1&amp;b=2\"/>";
        assert_eq!(text.matches(other).count(), 3, "{text}");
    }

    #[test]
    fn screens_of_ones_own_are_on_no_map() {
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
