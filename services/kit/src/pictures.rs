//! Pictures that records of other services show of media.

use proto::{
    catalog::v1::Image,
    content::v1::{Media, MediaKind, MediaState},
};

/// Width of the file that names a picture, if it has that size, in pixels.
const MIDDLE_WIDTH: u32 = 768;

/// Returns the path of a size of a picture.
pub fn path(hash: &str, width: u32, extension: &str) -> String {
    format!("/media/{hash}-{width}.{extension}")
}

/// Returns a picture, named by its middle size, with the pixels of its largest one; `None` for a file, and until all its files are
/// made.
pub fn of_media(media: &Media) -> Option<Image> {
    of_shown_media(media).filter(|_| media.state() == MediaState::Ready)
}

/// As [`of_media`], as soon as the picture can be shown: its AVIF files may follow.
pub fn of_shown_media(media: &Media) -> Option<Image> {
    let is_kept = matches!(media.state(), MediaState::Processing | MediaState::Ready);
    let is_picture = media.kind() == MediaKind::Picture;
    let largest = media.sizes.last().filter(|_| is_picture && is_kept)?;
    let middle = media.sizes.iter().find(|size| size.width == MIDDLE_WIDTH);
    Some(Image {
        url: path(&media.hash, middle.unwrap_or(largest).width, "webp"),
        width: largest.width,
        height: largest.height,
        placeholder: media.placeholder.clone(),
        ..Image::default()
    })
}
