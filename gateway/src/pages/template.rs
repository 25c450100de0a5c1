//! The template of pages: the web app's `index.html`.

use std::{io::ErrorKind, path::Path, sync::Arc};

use anyhow::Context as _;
use axum::{
    body::Bytes,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kit::domain::{Language, Percent};

use super::{
    builder::Page,
    csp,
    first_view::{FirstViews, Slots},
    head::Site,
};
use crate::{
    cache::Provenance,
    layers::etag::etag,
    responses::{Finished, mark_stale},
};

/// The template of each language, with their policy. Cheap to clone.
#[derive(Clone)]
pub(super) struct Templates(Arc<Inner>);

struct Inner {
    az: Template,
    ru: Template,
    en: Template,
    policy: HeaderValue,
}

struct Template {
    /// Up to the page's head.
    before_head: String,
    /// Up to the web app's root.
    before_first_view: String,
    /// Up to the inlined responses.
    before_inlined: String,
    end: String,
    first_views: FirstViews,
}

impl Templates {
    /// Loads `index.html` and the first views of a folder; `None` without `index.html`. `settings` is an element for the
    /// web app, `shared_slots` are those of all first views in a language.
    pub(super) fn load(
        folder: &Path,
        is_secure: bool,
        settings: &str,
        shared_slots: impl Fn(Language) -> Slots,
    ) -> anyhow::Result<Option<Self>> {
        let Some(html) = read(&folder.join("index.html"))? else {
            return Ok(None);
        };
        let template = |language| {
            let first_views = first_views(folder, language, &shared_slots(language))?;
            anyhow::Ok(template(&html, settings, language, first_views))
        };
        Ok(Some(Self(Arc::new(Inner {
            az: template(Language::Az)?,
            ru: template(Language::Ru)?,
            en: template(Language::En)?,
            policy: HeaderValue::try_from(csp::policy(&html, is_secure))?,
        }))))
    }

    /// Renders a page. Browsers revalidate it, and do not store an incomplete one.
    pub(super) fn respond(&self, page: &Page, site: &Site, language: Language) -> Response {
        let template = match language {
            Language::Az => &self.0.az,
            Language::Ru => &self.0.ru,
            Language::En => &self.0.en,
        };
        let html = template.render(page, &page.head.html(site, language));
        let mut headers = HeaderMap::new();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        );
        headers.insert(header::CONTENT_SECURITY_POLICY, self.0.policy.clone());
        let is_cacheable = page.status == StatusCode::OK && page.is_complete;
        if is_cacheable && let Ok(etag) = HeaderValue::try_from(etag(html.as_bytes())) {
            headers.insert(header::ETAG, etag);
        }
        let cache_control = if is_cacheable { "no-cache" } else { "no-store" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control));
        if page.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        let stale_since = page.provenance.as_ref().and_then(Provenance::stale_since);
        mark_stale(&mut headers, stale_since);
        let body = Bytes::from(html.into_bytes().into_boxed_slice());
        let mut response = (page.status, headers.clone(), body.clone()).into_response();
        if is_cacheable && let Some(provenance) = &page.provenance {
            response.extensions_mut().insert(Finished {
                headers,
                body,
                discount: Percent::ZERO,
                provenance: provenance.clone(),
            });
        }
        response
    }
}

impl Template {
    fn render(&self, page: &Page, head: &str) -> String {
        let first_view = page.first_view.as_ref();
        let first_view = first_view.and_then(|view| self.first_views.html(view));
        let mut before_first_view = without_others(&self.before_first_view, "data-screen", page.screen);
        if first_view.is_some() {
            before_first_view = before_first_view.replace(PRELOAD, DEFERRED);
        }
        [
            &self.before_head,
            head,
            &before_first_view,
            first_view.as_deref().unwrap_or_default(),
            &self.before_inlined,
            &page.inlined,
            &self.end,
        ]
        .concat()
    }
}

/// Reads a file, if it exists.
fn read(path: &Path) -> anyhow::Result<Option<String>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("failed to read {}", path.display())),
    }
}

/// Loads the first views of a language, if they were built.
fn first_views(folder: &Path, language: Language, shared_slots: &Slots) -> anyhow::Result<FirstViews> {
    let path = folder.join(format!("first-views/{language}.json"));
    let Some(json) = read(&path)? else {
        return Ok(FirstViews::default());
    };
    FirstViews::parse(&json, shared_slots).with_context(|| format!("failed to read {}", path.display()))
}

/// Preload of the app's code. With a first view it is deferred until after the view's image
/// (`web/src/app/first-view/defer-app.ts`).
const PRELOAD: &str = "rel=\"modulepreload\"";
const DEFERRED: &str = "rel=\"later\"";

/// The element in which the web app renders.
const ROOT: &str = "<div id=\"root\">";

/// Splits the page in a language, without its title, where the head, the first view and the inlined responses go.
fn template(html: &str, settings: &str, language: Language, first_views: FirstViews) -> Template {
    let html = without_others(&in_language(html, language), "data-language", language.name());
    let (head, rest) = match html.split_once("<title>") {
        Some((head, rest)) => (head, rest.split_once("</title>").map_or("", |(_, rest)| rest)),
        None => html.split_at(html.find("</head>").unwrap_or_default()),
    };
    let (middle, end) = rest.split_at(rest.rfind("</body>").unwrap_or(rest.len()));
    let root = middle.find(ROOT).map_or(middle.len(), |at| at + ROOT.len());
    let (before_first_view, after_first_view) = middle.split_at(root);
    Template {
        before_head: head.to_owned(),
        before_first_view: before_first_view.to_owned(),
        before_inlined: format!("{after_first_view}{settings}"),
        end: end.to_owned(),
        first_views,
    }
}

/// Sets the language of the `<html>` element.
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

/// Removes the links whose attribute names another language or screen.
fn without_others(html: &str, attribute: &str, own: &str) -> String {
    let (attribute, own) = (format!("{attribute}=\""), format!("{own}\""));
    let mut parts = html.split("<link");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (tag, after) = part.split_once('>').unwrap_or((part, ""));
        let named = tag.split_once(&attribute).map(|(_, value)| value);
        if named.is_some_and(|named| !named.starts_with(&own)) {
            kept.push_str(after);
        } else {
            kept.extend(["<link", part]);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::{
        first_view::FirstView,
        head::Head,
        screens::{HOME, SCREENS},
    };

    const HTML: &str = "<!doctype html>\n<html lang=\"en\" data-theme=\"day\"><head><title>x</title>\
        <script type=\"module\" src=\"/static/a.js\"></script><script>alert(1)</script>\
        <script type=\"application/json\">{}</script></head><body><div id=\"root\"></div><p></p></body></html>";

    fn page(screen: &'static str) -> Page {
        Page {
            status: StatusCode::OK,
            screen,
            head: Head::default(),
            first_view: FirstView::fixed(SCREENS.get(HOME)),
            inlined: "DATA".to_owned(),
            is_complete: true,
            provenance: None,
        }
    }

    fn rendered(html: &str) -> String {
        let first_views = FirstViews::parse("{\"home\": \"FIRST\"}", &Slots::new()).unwrap();
        template(html, "SETTINGS", Language::Az, first_views).render(&page("/"), "HEAD")
    }

    #[test]
    fn inserts_head_first_view_and_inlined_responses() {
        let html = rendered(HTML);
        let start = "<!doctype html>\n<html lang=\"az\" data-theme=\"day\"><head>HEAD<script type=\"module\"";
        assert!(html.starts_with(start), "{html}");
        assert!(
            html.ends_with("<div id=\"root\">FIRST</div><p></p>SETTINGSDATA</body></html>"),
            "{html}"
        );
    }

    #[test]
    fn defers_the_apps_code_if_there_is_a_first_view() {
        let html = "<head><title></title><link rel=\"modulepreload\" href=\"/app.js\"></head><div id=\"root\"></div>";
        assert!(rendered(html).contains("<link rel=\"later\" href=\"/app.js\">"));
        let without = template(html, "", Language::Az, FirstViews::default()).render(&page("/"), "");
        assert!(
            without.contains("<link rel=\"modulepreload\" href=\"/app.js\">"),
            "{without}"
        );
    }

    #[test]
    fn sets_the_language() {
        let html = in_language(HTML, Language::Az);
        assert!(html.contains("<html lang=\"az\" data-theme=\"day\">"), "{html}");
        assert!(in_language("<html>", Language::Ru).starts_with("<html lang=\"ru\">"));
    }

    #[test]
    fn keeps_only_the_links_of_the_language() {
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
    fn keeps_only_the_links_of_the_screen() {
        let html = "<head><title></title><link href=\"/home.js\" data-screen=\"/\">\
            <link href=\"/shop.js\" data-screen=\"/shop\"><link href=\"/one.js\" data-screen=\"/shop/:id\"></head>";
        for (screen, file) in [
            ("/", "/home.js"),
            ("/shop", "/shop.js"),
            ("/shop/:id", "/one.js"),
            ("/faq", ""),
            ("", ""),
        ] {
            let page = template(html, "", Language::Az, FirstViews::default()).render(&page(screen), "");
            assert_eq!(
                page.matches("<link").count(),
                usize::from(!file.is_empty()),
                "{screen:?}"
            );
            assert!(page.contains(file), "{screen:?}: {page}");
        }
    }
}
