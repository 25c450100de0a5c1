//! JSON of images.

use proto::{catalog::v1 as catalog, content::v1 as content};

use crate::convert;

/// Image.
#[response]
#[derive(Debug, Clone)]
#[expect(clippy::struct_field_names, reason = "names of the public API")]
pub(crate) struct Image {
    /// Path relative to the site root, ending in the width of the file in pixels. If `width` is larger, a file of that
    /// width is in the same folder.
    image_url: String,
    /// Pixels of the largest file.
    width: u32,
    /// Pixels of the largest file.
    height: u32,
    /// Slug of the color shown, from the palette; null for all colors.
    color: Option<String>,
    /// Color or small data URI to show while the image loads.
    placeholder: Option<String>,
}

impl From<catalog::Image> for Image {
    fn from(image: catalog::Image) -> Self {
        Self {
            image_url: image.url,
            width: image.width,
            height: image.height,
            color: convert::non_empty(image.color),
            placeholder: convert::non_empty(image.placeholder),
        }
    }
}

impl From<content::Image> for Image {
    fn from(image: content::Image) -> Self {
        Self {
            image_url: image.url,
            width: image.width,
            height: image.height,
            color: None,
            placeholder: convert::non_empty(image.placeholder),
        }
    }
}
