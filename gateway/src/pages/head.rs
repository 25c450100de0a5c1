//! The `<head>` of a page, for search engines and link previews.

use std::fmt::Write as _;

use kit::domain::Language;
use serde_json::Value;

use super::{
    escape,
    preview::{self, Preview},
};

/// Image of pages without one; it has the size of a preview.
const DEFAULT_IMAGE: &str = "/images/social.png";

/// Maximum length of a description, in characters.
const MAX_DESCRIPTION_LENGTH: usize = 160;

/// Values that all pages share.
#[derive(Debug, Clone)]
pub(super) struct Site {
    /// Origin of all absolute URLs.
    pub(super) origin: String,
    /// Name of the shop.
    pub(super) brand: String,
}

impl Site {
    /// Returns the absolute URL of a path or URL.
    pub(super) fn absolute_url(&self, path: &str) -> String {
        if path.starts_with("http") {
            path.to_owned()
        } else {
            format!("{}/{}", self.origin, path.trim_start_matches('/'))
        }
    }

    /// Returns the URL of a path with the prefix of a language, or without.
    pub(super) fn screen_url(&self, language: Option<Language>, path: &str) -> String {
        let Some(language) = language else {
            return format!("{}{path}", self.origin);
        };
        let rest = if path == "/" { "" } else { path };
        format!("{}/{language}{rest}", self.origin)
    }
}

/// Metadata of a page.
#[derive(Debug, Clone, Default)]
pub(super) struct Head {
    /// Without the name of the shop.
    pub(super) title: String,
    pub(super) description: String,
    /// Canonical path without language prefix, such as `/shop?category=1`; `None` if the page is not indexed.
    pub(super) canonical: Option<String>,
    /// Whether the page shows a part of its canonical one, so that it is not indexed itself.
    pub(super) is_filtered: bool,
    pub(super) image: Option<Preview>,
    pub(super) is_product: bool,
    pub(super) structured_data: Vec<Value>,
}

impl Head {
    /// Returns the elements of `<head>`, from the title on.
    pub(super) fn html(&self, site: &Site, language: Language) -> String {
        let title = if self.title.is_empty() {
            site.brand.clone()
        } else {
            format!("{} · {}", self.title, site.brand)
        };
        let mut html = format!("<title>{}</title>", escape::html(&title));
        let description = truncate(&self.description);
        if !description.is_empty() {
            meta(&mut html, "name", "description", &description);
        }
        let Some(path) = &self.canonical else {
            meta(&mut html, "name", "robots", "noindex");
            return html;
        };
        if self.is_filtered {
            meta(&mut html, "name", "robots", "noindex, follow");
        }
        let canonical = site.screen_url(Some(language), path);
        link(&mut html, "canonical", None, &canonical);
        for other in Language::ALL {
            let url = site.screen_url(Some(other), path);
            link(&mut html, "alternate", Some(other.name()), &url);
        }
        link(
            &mut html,
            "alternate",
            Some("x-default"),
            &site.screen_url(None, path),
        );

        let kind = if self.is_product { "product" } else { "website" };
        let image = self.image.clone().unwrap_or_else(|| Preview {
            url: DEFAULT_IMAGE.to_owned(),
            media_type: Some("image/png"),
            alt: site.brand.clone(),
        });
        let url = site.absolute_url(&image.url);
        let media_type = image.media_type.unwrap_or_default();
        let [width, height] = [preview::WIDTH, preview::HEIGHT].map(|side| match image.media_type {
            Some(_) => side.to_string(),
            None => String::new(),
        });
        for (property, content) in [
            ("og:type", kind),
            ("og:site_name", &site.brand),
            ("og:title", &title),
            ("og:description", &description),
            ("og:url", &canonical),
            ("og:image", &url),
            ("og:image:type", media_type),
            ("og:image:width", &width),
            ("og:image:height", &height),
            ("og:image:alt", &image.alt),
            ("og:locale", locale(language)),
        ] {
            if !content.is_empty() {
                meta(&mut html, "property", property, content);
            }
        }
        for other in Language::ALL.into_iter().filter(|other| *other != language) {
            meta(&mut html, "property", "og:locale:alternate", locale(other));
        }
        meta(&mut html, "name", "twitter:card", "summary_large_image");
        for value in &self.structured_data {
            html.push_str(&escape::json_script(
                "application/ld+json",
                None,
                &value.to_string(),
            ));
        }
        html
    }
}

const fn locale(language: Language) -> &'static str {
    match language {
        Language::Az => "az_AZ",
        Language::Ru => "ru_RU",
        Language::En => "en_US",
    }
}

// Writing to a `String` cannot fail.
fn meta(html: &mut String, kind: &str, name: &str, content: &str) {
    let _ = write!(
        html,
        "<meta {kind}=\"{name}\" content=\"{}\" />",
        escape::html(content)
    );
}

fn link(html: &mut String, relation: &str, language: Option<&str>, url: &str) {
    let language = language
        .map(|language| format!(" hreflang=\"{language}\""))
        .unwrap_or_default();
    let _ = write!(
        html,
        "<link rel=\"{relation}\"{language} href=\"{}\" />",
        escape::html(url)
    );
}

/// Truncates a text between words, in one line.
fn truncate(text: &str) -> String {
    let mut short = String::new();
    for word in text.split_whitespace() {
        if short.chars().count() + 1 + word.chars().count() > MAX_DESCRIPTION_LENGTH {
            short.push('…');
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    short
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn site() -> Site {
        Site {
            origin: "https://shop.example".to_owned(),
            brand: "Şəbəkə".to_owned(),
        }
    }

    #[test]
    fn a_page_names_itself_in_every_language() {
        let head = Head {
            title: "Mağaza".to_owned(),
            description: "Şkaflar".to_owned(),
            canonical: Some("/shop?category=1".to_owned()),
            ..Head::default()
        };
        let html = head.html(&site(), Language::Az);
        for element in [
            "<title>Mağaza · Şəbəkə</title>",
            "<meta name=\"description\" content=\"Şkaflar\" />",
            "<link rel=\"canonical\" href=\"https://shop.example/az/shop?category=1\" />",
            "<link rel=\"alternate\" hreflang=\"az\" href=\"https://shop.example/az/shop?category=1\" />",
            "<link rel=\"alternate\" hreflang=\"ru\" href=\"https://shop.example/ru/shop?category=1\" />",
            "<link rel=\"alternate\" hreflang=\"en\" href=\"https://shop.example/en/shop?category=1\" />",
            "<link rel=\"alternate\" hreflang=\"x-default\" href=\"https://shop.example/shop?category=1\" />",
            "<meta property=\"og:type\" content=\"website\" />",
            "<meta property=\"og:url\" content=\"https://shop.example/az/shop?category=1\" />",
            "<meta property=\"og:image\" content=\"https://shop.example/images/social.png\" />",
            "<meta property=\"og:image:type\" content=\"image/png\" />",
            "<meta property=\"og:image:width\" content=\"1200\" />",
            "<meta property=\"og:image:height\" content=\"630\" />",
            "<meta property=\"og:image:alt\" content=\"Şəbəkə\" />",
            "<meta property=\"og:locale\" content=\"az_AZ\" />",
            "<meta property=\"og:locale:alternate\" content=\"ru_RU\" />",
        ] {
            assert!(html.contains(element), "{element}\n{html}");
        }
        assert!(!html.contains("noindex"), "{html}");
    }

    #[test]
    fn filtered_pages_are_not_indexed_but_name_their_canonical_one() {
        let head = Head {
            canonical: Some("/shop?category=1".to_owned()),
            is_filtered: true,
            ..Head::default()
        };
        let html = head.html(&site(), Language::Az);
        assert!(
            html.contains("<meta name=\"robots\" content=\"noindex, follow\""),
            "{html}"
        );
        assert!(html.contains("rel=\"canonical\""), "{html}");
    }

    #[test]
    fn pages_without_a_canonical_path_are_not_indexed() {
        let head = Head {
            title: "Səbət".to_owned(),
            ..Head::default()
        };
        assert_eq!(
            head.html(&site(), Language::Az),
            "<title>Səbət · Şəbəkə</title><meta name=\"robots\" content=\"noindex\" />"
        );
    }

    #[test]
    fn the_home_page_is_the_prefix() {
        assert_eq!(
            site().screen_url(Some(Language::Ru), "/"),
            "https://shop.example/ru"
        );
        assert_eq!(site().screen_url(None, "/"), "https://shop.example/");
    }

    #[test]
    fn escapes_texts() {
        let head = Head {
            title: "</title><script>1</script>".to_owned(),
            description: "\" onload=\"alert(1)".to_owned(),
            canonical: Some("/shop/1".to_owned()),
            structured_data: vec![json!({"name": "</script><script>1</script>"})],
            ..Head::default()
        };
        let html = head.html(&site(), Language::En);
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert_eq!(html.matches("</title>").count(), 1, "{html}");
        assert!(!html.contains("\" onload"), "{html}");
    }

    #[test]
    fn truncates_long_descriptions_between_words() {
        let text = "ağac \n ".repeat(60);
        let short = truncate(&text);
        assert!(short.ends_with("ağac…"), "{short}");
        assert!(short.chars().count() <= MAX_DESCRIPTION_LENGTH + 1);
        assert_eq!(truncate(" a\nb "), "a b");
    }
}
