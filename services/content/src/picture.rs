//! Pictures and links.

use kit::domain::LocalizedText;
use uuid::Uuid;

/// Maximum width and height of a picture, in pixels.
const MAX_PIXELS: u32 = 20_000;

/// Maximum length of a URL or placeholder, in bytes.
const MAX_LENGTH: usize = 4096;

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Picture {
    /// Absolute path on the shop's host, or an https URL.
    pub(crate) url: String,
    /// Width in pixels; 0 if unknown.
    pub(crate) width: u32,
    /// Height in pixels; 0 if unknown.
    pub(crate) height: u32,
    /// Colour or data URI to show until the picture is loaded; may be empty.
    pub(crate) placeholder: String,
    /// The uploaded picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) media_id: Option<Uuid>,
    /// Alternative text; may be empty.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub(crate) alt: LocalizedText,
    /// Focal point from the left and from the top, in percent; `None` in the middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) focus: Option<[u32; 2]>,
}

fn is_empty(text: &LocalizedText) -> bool {
    *text == LocalizedText::default()
}

impl Picture {
    /// Whether URL, placeholder and size are valid and safe to put into a page.
    pub(crate) fn is_valid(&self) -> bool {
        (is_path(&self.url) || is_https(&self.url))
            && is_placeholder(&self.placeholder)
            && self.width <= MAX_PIXELS
            && self.height <= MAX_PIXELS
            && (self.width == 0) == (self.height == 0)
    }

    /// Whether the size is known.
    pub(crate) const fn has_size(&self) -> bool {
        self.width > 0 && self.height > 0
    }
}

/// Whether a URL is an https URL. Others, such as `javascript:`, must not become links.
pub(crate) fn is_https(url: &str) -> bool {
    let host = url.strip_prefix("https://").unwrap_or_default();
    host.starts_with(|character: char| character.is_ascii_alphanumeric()) && is_safe(url)
}

/// Whether a URL is an absolute path; `//host` is not.
fn is_path(url: &str) -> bool {
    url.starts_with('/') && !url.starts_with("//") && is_safe(url)
}

/// Whether a text cannot close an HTML attribute or a CSS string.
fn is_safe(text: &str) -> bool {
    text.len() <= MAX_LENGTH
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b'<' | b'>' | b'\\' | b'`'))
}

fn is_placeholder(text: &str) -> bool {
    let is_color = text
        .strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let is_data_uri = text.starts_with("data:image/") && is_safe(text) && !text.contains(['(', ')']);
    text.is_empty() || is_color || is_data_uri
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(url: &str, width: u32, height: u32, placeholder: &str) -> Picture {
        Picture {
            url: url.to_owned(),
            width,
            height,
            placeholder: placeholder.to_owned(),
            ..Picture::default()
        }
    }

    #[test]
    fn accepts_absolute_paths_and_https_urls() {
        for url in [
            "/images/projects/gd-1/1-960.svg",
            "https://example.com/a.webp?b=c",
        ] {
            assert!(picture(url, 960, 720, "").is_valid(), "{url}");
        }
        for url in [
            "",
            "images/a.webp",
            "//example.com/a.webp",
            "http://example.com/a.webp",
            "https://",
            "https:///a",
            "javascript:alert(1)",
            "/a\" onerror=\"b",
            "/a b",
        ] {
            assert!(!picture(url, 960, 720, "").is_valid(), "{url}");
        }
    }

    #[test]
    fn requires_both_dimensions_or_none() {
        assert!(picture("/a.svg", 0, 0, "").is_valid());
        assert!(!picture("/a.svg", 0, 0, "").has_size());
        assert!(!picture("/a.svg", 960, 0, "").is_valid());
        assert!(!picture("/a.svg", 20_001, 1, "").is_valid());
    }

    #[test]
    fn accepts_colors_and_image_data_uris_as_placeholders() {
        for placeholder in ["", "#E7E2D8", "data:image/webp;base64,UklGRg=="] {
            assert!(picture("/a.svg", 1, 1, placeholder).is_valid(), "{placeholder}");
        }
        for placeholder in ["red", "#FFF", "#GGGGGG", "url(https://a.b)", "data:text/html,a"] {
            assert!(!picture("/a.svg", 1, 1, placeholder).is_valid(), "{placeholder}");
        }
    }
}
