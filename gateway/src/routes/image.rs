//! JSON of images.

use proto::{catalog::v1 as catalog, content::v1 as content};
use serde::Serialize;
use utoipa::ToSchema;

use crate::routes::convert;

/// A picture.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "names of the public API")]
pub(crate) struct Image {
    /// Path below the shop's root. It ends in the file's width in pixels; where `width` is more, a file that ends in that
    /// lies beside it.
    image_url: String,
    /// Pixels, of the largest file.
    width: u32,
    /// Pixels, of the largest file.
    height: u32,
    /// The colour it shows, a slug of the palette; null = all.
    #[schema(required)]
    color: Option<String>,
    /// A colour or a tiny data URI to show until it is loaded.
    #[schema(required)]
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
