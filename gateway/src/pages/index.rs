//! The web app's one page.

use std::{io::ErrorKind, path::Path, sync::Arc};

use anyhow::Context as _;
use axum::{
    body::Bytes,
    response::{IntoResponse as _, Response},
};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kit::domain::Language;
use sha2::{Digest as _, Sha256};

/// The page in each language, with its policy. Cheap to clone.
#[derive(Clone)]
pub(super) struct Index(Arc<Variants>);

struct Variants {
    az: Variant,
    ru: Variant,
    en: Variant,
    policy: HeaderValue,
}

struct Variant {
    html: Bytes,
    tag: HeaderValue,
}

impl Index {
    /// Reads `index.html` of the folder; none where it is not there.
    pub(super) fn load(folder: &Path, is_secure: bool) -> anyhow::Result<Option<Self>> {
        let path = folder.join("index.html");
        match std::fs::read_to_string(&path) {
            Ok(html) => Self::new(&html, is_secure).map(Some),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
        }
    }

    fn new(html: &str, is_secure: bool) -> anyhow::Result<Self> {
        let variant = |language| -> anyhow::Result<Variant> {
            let html = without_other_languages(&in_language(html, language), language);
            let tag = URL_SAFE_NO_PAD.encode(Sha256::digest(html.as_bytes()));
            Ok(Variant {
                tag: HeaderValue::try_from(format!("W/\"{tag}\""))?,
                html: html.into(),
            })
        };
        Ok(Self(Arc::new(Variants {
            az: variant(Language::Az)?,
            ru: variant(Language::Ru)?,
            en: variant(Language::En)?,
            policy: HeaderValue::try_from(policy(html, is_secure))?,
        })))
    }

    /// The page with a status; browsers ask again each time whether it has changed.
    pub(super) fn respond(&self, status: StatusCode, language: Language) -> Response {
        let variant = match language {
            Language::Az => &self.0.az,
            Language::Ru => &self.0.ru,
            Language::En => &self.0.en,
        };
        let mut headers = HeaderMap::new();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        );
        headers.insert(header::CONTENT_SECURITY_POLICY, self.0.policy.clone());
        let cache = if status == StatusCode::OK {
            headers.insert(header::ETAG, variant.tag.clone());
            "no-cache"
        } else {
            "no-store"
        };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        (status, headers, variant.html.clone()).into_response()
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

/// The page without the links that say that they are for another language: a page asks for one language's files only.
fn without_other_languages(html: &str, language: Language) -> String {
    let own = format!("{language}\"");
    let mut parts = html.split("<link");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (tag, after) = part.split_once('>').unwrap_or((part, ""));
        let named = tag.split_once("data-language=\"").map(|(_, value)| value);
        if named.is_some_and(|named| !named.starts_with(&own)) {
            kept.push_str(after);
        } else {
            kept.extend(["<link", part]);
        }
    }
    kept
}

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
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'{upgrade}"
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

    const HTML: &str = "<!doctype html>\n<html lang=\"en\" data-theme=\"day\"><head>\
        <script type=\"module\" src=\"/static/a.js\"></script><script>alert(1)</script>\
        <script type=\"application/json\">{}</script></head></html>";

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
        let in_russian = without_other_languages(html, Language::Ru);
        assert_eq!(
            in_russian,
            "<link rel=\"icon\" href=\"/a\"><link data-language=\"ru\" href=\"/ru.json\" /></head>"
        );
        assert!(!without_other_languages(html, Language::En).contains("json"));
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
        assert!(!policy.contains("unsafe-inline"));
    }
}
