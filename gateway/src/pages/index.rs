//! The web app's one page: what stands in it always, with room for what differs.

use std::{io::ErrorKind, path::Path, sync::Arc};

use anyhow::Context as _;
use axum::response::{IntoResponse as _, Response};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kit::domain::Language;
use sha2::{Digest as _, Sha256};

use super::{
    first_view::{FirstViews, Slots},
    head::Site,
    view::View,
};
use crate::layers::etag::etag;

/// The page in each language, with its policy. Cheap to clone.
#[derive(Clone)]
pub(super) struct Index(Arc<Templates>);

struct Templates {
    az: Template,
    ru: Template,
    en: Template,
    policy: HeaderValue,
}

struct Template {
    /// Up to the head of the view.
    before_head: String,
    /// From there to where the web app draws.
    before_first: String,
    /// From there to the view's data.
    before_data: String,
    end: String,
    first_views: FirstViews,
}

impl Index {
    /// Reads `index.html` of the folder and the first views beside it; none where it is not there. The settings are an
    /// element for the web app; `everywhere` goes into all first views of a language.
    pub(super) fn load(
        folder: &Path,
        is_secure: bool,
        settings: &str,
        everywhere: impl Fn(Language) -> Slots,
    ) -> anyhow::Result<Option<Self>> {
        let Some(html) = read(&folder.join("index.html"))? else {
            return Ok(None);
        };
        let template = |language| {
            let first_views = first_views(folder, language, &everywhere(language))?;
            anyhow::Ok(template(&html, settings, language, first_views))
        };
        Ok(Some(Self(Arc::new(Templates {
            az: template(Language::Az)?,
            ru: template(Language::Ru)?,
            en: template(Language::En)?,
            policy: HeaderValue::try_from(policy(&html, is_secure))?,
        }))))
    }

    /// The page of a view. Browsers ask again each time whether it has changed, and keep nothing that is not whole.
    pub(super) fn respond(&self, view: &View, site: &Site, language: Language) -> Response {
        let template = match language {
            Language::Az => &self.0.az,
            Language::Ru => &self.0.ru,
            Language::En => &self.0.en,
        };
        let html = template.filled(view, &view.head.html(site, language));
        let mut headers = HeaderMap::new();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        );
        headers.insert(header::CONTENT_SECURITY_POLICY, self.0.policy.clone());
        let is_kept = view.status == StatusCode::OK && view.is_whole;
        if is_kept && let Ok(tag) = HeaderValue::try_from(etag(html.as_bytes())) {
            headers.insert(header::ETAG, tag);
        }
        let cache = if is_kept { "no-cache" } else { "no-store" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        if view.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        (view.status, headers, html).into_response()
    }
}

impl Template {
    fn filled(&self, view: &View, head: &str) -> String {
        let screen = screen(view.head.address.as_deref());
        let first = view.first.as_ref().and_then(|first| self.first_views.html(first));
        let mut before_first = without_others(&self.before_first, "data-screen", screen);
        if first.is_some() {
            before_first = before_first.replace(AT_ONCE, LATER);
        }
        [
            &self.before_head,
            head,
            &before_first,
            first.as_deref().unwrap_or_default(),
            &self.before_data,
            &view.data,
            &self.end,
        ]
        .concat()
    }
}

/// A file's text; none where it is not there.
fn read(path: &Path) -> anyhow::Result<Option<String>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
    }
}

/// The first views of a language; without their file there are none.
fn first_views(folder: &Path, language: Language, everywhere: &Slots) -> anyhow::Result<FirstViews> {
    let path = folder.join(format!("first-views/{language}.json"));
    let Some(json) = read(&path)? else {
        return Ok(FirstViews::default());
    };
    FirstViews::read(&json, everywhere).with_context(|| format!("{} cannot be read", path.display()))
}

/// How a page asks for the app's code; after a first view, whose picture comes before it, the page's script asks
/// (`web/src/app/first-view/ask-for-app.ts`).
const AT_ONCE: &str = "rel=\"modulepreload\"";
const LATER: &str = "rel=\"later\"";

/// Where the web app draws.
const ROOT: &str = "<div id=\"root\">";

/// What the web app calls the screen of an address in the links that are for one screen only.
fn screen(address: Option<&str>) -> &str {
    let path = address.and_then(|address| address.split('?').next());
    match path {
        Some(path) if path.starts_with("/shop/") => "/shop/:id",
        path => path.unwrap_or_default(),
    }
}

/// The page in a language and without its title, cut where the head, the first view and the data of a view go.
fn template(html: &str, settings: &str, language: Language, first_views: FirstViews) -> Template {
    let html = without_others(&in_language(html, language), "data-language", language.code());
    let (head, rest) = match html.split_once("<title>") {
        Some((head, rest)) => (head, rest.split_once("</title>").map_or("", |(_, rest)| rest)),
        None => html.split_at(html.find("</head>").unwrap_or_default()),
    };
    let (middle, end) = rest.split_at(rest.rfind("</body>").unwrap_or(rest.len()));
    let root = middle.find(ROOT).map_or(middle.len(), |at| at + ROOT.len());
    let (before_first, after_first) = middle.split_at(root);
    Template {
        before_head: head.to_owned(),
        before_first: before_first.to_owned(),
        before_data: format!("{after_first}{settings}"),
        end: end.to_owned(),
        first_views,
    }
}

/// The page with this language in its `<html>` tag.
fn in_language(html: &str, language: Language) -> String {
    let Some((before, rest)) = html.split_once("<html") else {
        return html.to_owned();
    };
    let (tag, after) = rest.split_once('>').unwrap_or((rest, ""));
    let others: String = tag
        .split_whitespace()
        .filter(|attribute| !attribute.starts_with("lang="))
        .flat_map(|attribute| [" ", attribute])
        .collect();
    format!("{before}<html lang=\"{language}\"{others}>{after}")
}

/// The page without the links that say that they are for another language or screen, which this attribute names: a page
/// asks for its own files only.
fn without_others(html: &str, attribute: &str, own: &str) -> String {
    let (mark, own) = (format!("{attribute}=\""), format!("{own}\""));
    let mut parts = html.split("<link");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (tag, after) = part.split_once('>').unwrap_or((part, ""));
        let named = tag.split_once(&mark).map(|(_, value)| value);
        if named.is_some_and(|named| !named.starts_with(&own)) {
            kept.push_str(after);
        } else {
            kept.extend(["<link", part]);
        }
    }
    kept
}

/// The sites whose maps the contact page may show.
const MAPS: &str = "https://www.openstreetmap.org https://www.google.com";

/// What the page may load: our own files, and the inline scripts and styles that it was built with.
fn policy(html: &str, is_secure: bool) -> String {
    let scripts = hashes(html, "script");
    let styles = hashes(html, "style");
    let upgrade = if is_secure {
        "; upgrade-insecure-requests"
    } else {
        ""
    };
    format!(
        "default-src 'self'; script-src 'self'{scripts}; style-src 'self'{styles}; img-src 'self' data:; \
         frame-src {MAPS}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'{upgrade}"
    )
}

/// The hashes of the inline elements of one kind, each after a space.
fn hashes(html: &str, element: &str) -> String {
    let (open, close) = (format!("<{element}"), format!("</{element}>"));
    let mut hashes = String::new();
    for rest in html.split(&open).skip(1) {
        let Some((attributes, rest)) = rest.split_once('>') else {
            continue;
        };
        let (content, _) = rest.split_once(&close).unwrap_or_default();
        let is_data = attributes.contains("json");
        if !content.is_empty() && !is_data {
            let hash = STANDARD.encode(Sha256::digest(content.as_bytes()));
            hashes.extend([" 'sha256-", &hash, "'"]);
        }
    }
    hashes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::{first_view::FirstView, head::Head};

    const HTML: &str = "<!doctype html>\n<html lang=\"en\" data-theme=\"day\"><head><title>x</title>\
        <script type=\"module\" src=\"/static/a.js\"></script><script>alert(1)</script>\
        <script type=\"application/json\">{}</script></head><body><div id=\"root\"></div><p></p></body></html>";

    fn view(address: Option<&str>) -> View {
        View {
            status: StatusCode::OK,
            head: Head {
                address: address.map(str::to_owned),
                ..Head::default()
            },
            first: Some(FirstView::home()),
            data: "DATA".to_owned(),
            is_whole: true,
        }
    }

    fn filled(html: &str) -> String {
        let first_views = FirstViews::read("{\"home\": \"FIRST\"}", &Slots::new()).unwrap();
        template(html, "SETTINGS", Language::Az, first_views).filled(&view(Some("/")), "HEAD")
    }

    #[test]
    fn head_first_view_and_data_have_their_places() {
        let page = filled(HTML);
        let start = "<!doctype html>\n<html lang=\"az\" data-theme=\"day\"><head>HEAD<script type=\"module\"";
        assert!(page.starts_with(start), "{page}");
        assert!(
            page.ends_with("<div id=\"root\">FIRST</div><p></p>SETTINGSDATA</body></html>"),
            "{page}"
        );
    }

    #[test]
    fn the_code_of_the_app_comes_after_a_first_view_and_at_once_without_one() {
        let html = "<head><title></title><link rel=\"modulepreload\" href=\"/app.js\"></head><div id=\"root\"></div>";
        assert!(filled(html).contains("<link rel=\"later\" href=\"/app.js\">"));
        let without = template(html, "", Language::Az, FirstViews::default()).filled(&view(Some("/")), "");
        assert!(
            without.contains("<link rel=\"modulepreload\" href=\"/app.js\">"),
            "{without}"
        );
    }

    #[test]
    fn the_page_says_its_language() {
        let html = in_language(HTML, Language::Az);
        assert!(html.contains("<html lang=\"az\" data-theme=\"day\">"), "{html}");
        assert!(in_language("<html>", Language::Ru).starts_with("<html lang=\"ru\">"));
    }

    #[test]
    fn the_page_asks_for_the_files_of_its_language_only() {
        let html = "<link rel=\"icon\" href=\"/a\"><link href=\"/az.json\" data-language=\"az\">\
            <link data-language=\"ru\" href=\"/ru.json\" /></head>";
        let in_russian = without_others(html, "data-language", "ru");
        assert_eq!(
            in_russian,
            "<link rel=\"icon\" href=\"/a\"><link data-language=\"ru\" href=\"/ru.json\" /></head>"
        );
        assert!(!without_others(html, "data-language", "en").contains("json"));
    }

    #[test]
    fn the_page_asks_for_the_files_of_its_screen_only() {
        let html = "<head><title></title><link href=\"/home.js\" data-screen=\"/\">\
            <link href=\"/shop.js\" data-screen=\"/shop\"><link href=\"/one.js\" data-screen=\"/shop/:id\"></head>";
        for (address, file) in [
            (Some("/"), "/home.js"),
            (Some("/shop"), "/shop.js"),
            (Some("/shop?category=1"), "/shop.js"),
            (Some("/shop/12"), "/one.js"),
            (Some("/faq"), ""),
            (None, ""),
        ] {
            let page = template(html, "", Language::Az, FirstViews::default()).filled(&view(address), "");
            assert_eq!(
                page.matches("<link").count(),
                usize::from(!file.is_empty()),
                "{address:?}"
            );
            assert!(page.contains(file), "{address:?}: {page}");
        }
    }

    #[test]
    fn only_its_own_inline_scripts_may_run() {
        let policy = policy(HTML, true);
        // echo -n 'alert(1)' | openssl sha256 -binary | base64
        let hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";
        assert!(
            policy.contains(&format!("script-src 'self' {hash}; style-src 'self';")),
            "{policy}"
        );
        assert!(policy.ends_with("; upgrade-insecure-requests"));
        assert!(policy.contains(&format!("frame-src {MAPS};")), "{policy}");
        assert!(!policy.contains("unsafe-inline"));
    }
}
