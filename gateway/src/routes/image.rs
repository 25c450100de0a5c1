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
    /// Alternative text in Azerbaijani; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    alt_az: Option<String>,
    /// Alternative text in Russian; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    alt_ru: Option<String>,
    /// Alternative text in English; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    alt_en: Option<String>,
    /// Focal point from the left in percent; absent in the middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    focus_x: Option<u32>,
    /// Focal point from the top in percent; absent in the middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    focus_y: Option<u32>,
}

impl From<catalog::Image> for Image {
    fn from(image: catalog::Image) -> Self {
        let alt = convert::localized(image.alt);
        Self {
            image_url: image.url,
            width: image.width,
            height: image.height,
            color: convert::non_empty(image.color),
            placeholder: convert::non_empty(image.placeholder),
            alt_az: convert::non_empty(alt.az),
            alt_ru: convert::non_empty(alt.ru),
            alt_en: convert::non_empty(alt.en),
            focus_x: image.focus_x_percent,
            focus_y: image.focus_y_percent,
        }
    }
}

impl From<content::Image> for Image {
    fn from(image: content::Image) -> Self {
        let alt = convert::localized(image.alt);
        Self {
            image_url: image.url,
            width: image.width,
            height: image.height,
            color: None,
            placeholder: convert::non_empty(image.placeholder),
            alt_az: convert::non_empty(alt.az),
            alt_ru: convert::non_empty(alt.ru),
            alt_en: convert::non_empty(alt.en),
            focus_x: image.focus_x_percent,
            focus_y: image.focus_y_percent,
        }
    }
}
