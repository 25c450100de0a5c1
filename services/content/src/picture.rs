//! Pictures and addresses that a page may point to.

/// The widest or highest picture, in pixels.
const LARGEST: u32 = 20_000;

/// The longest address or placeholder, in bytes.
const LONGEST: usize = 4096;

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Picture {
    /// Path below the shop's root, or an https address.
    pub(crate) url: String,
    /// Pixels; 0 = not known.
    pub(crate) width: u32,
    /// Pixels; 0 = not known.
    pub(crate) height: u32,
    /// A colour or a tiny data URI to show until it is loaded; may be empty.
    pub(crate) placeholder: String,
}

impl Picture {
    /// Whether a page can show it.
    pub(crate) fn is_valid(&self) -> bool {
        (is_path(&self.url) || is_https(&self.url))
            && is_placeholder(&self.placeholder)
            && self.width <= LARGEST
            && self.height <= LARGEST
            && (self.width == 0) == (self.height == 0)
    }

    /// Whether a page can keep its place.
    pub(crate) const fn has_size(&self) -> bool {
        self.width > 0 && self.height > 0
    }
}

/// An address of another site: nothing else may become a link.
pub(crate) fn is_https(url: &str) -> bool {
    let host = url.strip_prefix("https://").unwrap_or_default();
    host.starts_with(|character: char| character.is_ascii_alphanumeric()) && is_plain(url)
}

/// Below our own root; `//host` is none.
fn is_path(url: &str) -> bool {
    url.starts_with('/') && !url.starts_with("//") && is_plain(url)
}

/// What cannot end an attribute or a style.
fn is_plain(text: &str) -> bool {
    text.len() <= LONGEST
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b'<' | b'>' | b'\\' | b'`'))
}

fn is_placeholder(text: &str) -> bool {
    let is_colour = text
        .strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let is_data = text.starts_with("data:image/") && is_plain(text) && !text.contains(['(', ')']);
    text.is_empty() || is_colour || is_data
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
        }
    }

    #[test]
    fn a_picture_lies_below_our_root_or_behind_https() {
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
    fn a_size_is_whole_or_not_known() {
        assert!(picture("/a.svg", 0, 0, "").is_valid());
        assert!(!picture("/a.svg", 0, 0, "").has_size());
        assert!(!picture("/a.svg", 960, 0, "").is_valid());
        assert!(!picture("/a.svg", 20_001, 1, "").is_valid());
    }

    #[test]
    fn a_placeholder_is_a_colour_or_a_tiny_picture() {
        for placeholder in ["", "#E7E2D8", "data:image/webp;base64,UklGRg=="] {
            assert!(picture("/a.svg", 1, 1, placeholder).is_valid(), "{placeholder}");
        }
        for placeholder in ["red", "#FFF", "#GGGGGG", "url(https://a.b)", "data:text/html,a"] {
            assert!(!picture("/a.svg", 1, 1, placeholder).is_valid(), "{placeholder}");
        }
    }
}
