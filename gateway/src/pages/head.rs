//! What search engines and messengers read of a page: its head.

use std::fmt::Write as _;

use kit::domain::Language;
use serde_json::Value;

use super::escape;

/// The picture of pages that have none of their own.
const PICTURE: &str = "/images/social.png";

/// Characters of a description that are shown anywhere.
const DESCRIPTION: usize = 160;

/// What is the same for all pages.
#[derive(Debug, Clone)]
pub(super) struct Site {
    /// The shop's address, without a slash at its end. It is the only source of absolute addresses.
    pub(super) origin: String,
    /// The shop's name.
    pub(super) brand: String,
}

impl Site {
    /// An address of ours in full; what is in full already stays as it is.
    pub(super) fn absolute(&self, path: &str) -> String {
        if path.starts_with("http") {
            path.to_owned()
        } else {
            format!("{}/{}", self.origin, path.trim_start_matches('/'))
        }
    }

    /// A screen's address under a language's prefix, or the bare one.
    pub(super) fn address(&self, language: Option<Language>, screen: &str) -> String {
        let Some(language) = language else {
            return format!("{}{screen}", self.origin);
        };
        let rest = if screen == "/" { "" } else { screen };
        format!("{}/{language}{rest}", self.origin)
    }
}

/// What a page is about.
#[derive(Debug, Clone, Default)]
pub(super) struct Head {
    /// Without the shop's name.
    pub(super) title: String,
    pub(super) description: String,
    /// The screen's address without a prefix, such as `/shop?category=1`; none for what nobody should find.
    pub(super) address: Option<String>,
    /// A path of ours; missing = the shop's.
    pub(super) picture: Option<String>,
    /// Whether it is a product's page.
    pub(super) is_product: bool,
    /// What the page says to machines, as JSON-LD.
    pub(super) structured: Vec<Value>,
}

impl Head {
    /// The elements of `<head>`, from the title on.
    pub(super) fn html(&self, site: &Site, language: Language) -> String {
        let title = if self.title.is_empty() {
            site.brand.clone()
        } else {
            format!("{} · {}", self.title, site.brand)
        };
        let mut html = format!("<title>{}</title>", escape::text(&title));
        let description = shortened(&self.description);
        if !description.is_empty() {
            meta(&mut html, "name", "description", &description);
        }
        let Some(screen) = &self.address else {
            meta(&mut html, "name", "robots", "noindex");
            return html;
        };
        let canonical = site.address(Some(language), screen);
        link(&mut html, "canonical", None, &canonical);
        for other in Language::ALL {
            let address = site.address(Some(other), screen);
            link(&mut html, "alternate", Some(other.code()), &address);
        }
        link(
            &mut html,
            "alternate",
            Some("x-default"),
            &site.address(None, screen),
        );

        let kind = if self.is_product { "product" } else { "website" };
        let picture = site.absolute(self.picture.as_deref().unwrap_or(PICTURE));
        for (property, content) in [
            ("og:type", kind),
            ("og:site_name", &site.brand),
            ("og:title", &title),
            ("og:description", &description),
            ("og:url", &canonical),
            ("og:image", &picture),
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
        for value in &self.structured {
            html.push_str(&escape::data("application/ld+json", None, &value.to_string()));
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

// Writing to a string cannot fail.
fn meta(html: &mut String, kind: &str, name: &str, content: &str) {
    let _ = write!(
        html,
        "<meta {kind}=\"{name}\" content=\"{}\" />",
        escape::text(content)
    );
}

fn link(html: &mut String, relation: &str, language: Option<&str>, address: &str) {
    let language = language
        .map(|language| format!(" hreflang=\"{language}\""))
        .unwrap_or_default();
    let _ = write!(
        html,
        "<link rel=\"{relation}\"{language} href=\"{}\" />",
        escape::text(address)
    );
}

/// The first words of a text, in one line.
fn shortened(text: &str) -> String {
    let mut short = String::new();
    for word in text.split_whitespace() {
        if short.chars().count() + 1 + word.chars().count() > DESCRIPTION {
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
            address: Some("/shop?category=1".to_owned()),
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
            "<meta property=\"og:locale\" content=\"az_AZ\" />",
            "<meta property=\"og:locale:alternate\" content=\"ru_RU\" />",
        ] {
            assert!(html.contains(element), "{element}\n{html}");
        }
        assert!(!html.contains("noindex"), "{html}");
    }

    #[test]
    fn what_nobody_should_find_says_so_and_has_no_address() {
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
    fn home_is_the_prefix_alone() {
        assert_eq!(site().address(Some(Language::Ru), "/"), "https://shop.example/ru");
        assert_eq!(site().address(None, "/"), "https://shop.example/");
    }

    #[test]
    fn nothing_that_staff_writes_ends_an_element() {
        let head = Head {
            title: "</title><script>1</script>".to_owned(),
            description: "\" onload=\"alert(1)".to_owned(),
            address: Some("/shop/1".to_owned()),
            structured: vec![json!({"name": "</script><script>1</script>"})],
            ..Head::default()
        };
        let html = head.html(&site(), Language::En);
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert_eq!(html.matches("</title>").count(), 1, "{html}");
        assert!(!html.contains("\" onload"), "{html}");
    }

    #[test]
    fn a_long_description_is_cut_between_words() {
        let text = "ağac \n ".repeat(60);
        let short = shortened(&text);
        assert!(short.ends_with("ağac…"), "{short}");
        assert!(short.chars().count() <= DESCRIPTION + 1);
        assert_eq!(shortened(" a\nb "), "a b");
    }
}
