//! Pictures of link previews: JPEG files of 1200 by 630 pixels, since not every reader shows AVIF and WebP.

use kit::domain::{Language, LocalizedText};

/// Size of the files, in pixels.
pub(super) const WIDTH: u32 = 1200;
pub(super) const HEIGHT: u32 = 630;

/// Where the shown part of an uploaded picture begins, in percent of what is cut off.
pub(crate) const POSITIONS: [u32; 5] = [0, 25, 50, 75, 100];

/// Folders of pictures whose first one has a JPEG.
const WITH_PREVIEW: [&str; 3] = ["/images/products/", "/images/projects/", "/images/campaigns/"];

/// The picture of a page's link preview.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Preview {
    /// Path relative to the site root, or an https URL.
    pub(super) url: String,
    /// Media type of a file of [`WIDTH`] by [`HEIGHT`] pixels; `None` for a picture of another size.
    pub(super) media_type: Option<&'static str>,
    /// Alternative text; may be empty.
    pub(super) alt: String,
}

/// Picture of a record.
#[derive(Debug, Clone, Default)]
pub(super) struct Source {
    pub(super) url: String,
    /// Pixels.
    pub(super) size: (u32, u32),
    /// Focal point from the left and from the top, in percent.
    pub(super) focus: (u32, u32),
    pub(super) alt: LocalizedText,
}

macro_rules! source_of {
    ($image:ty) => {
        impl From<$image> for Source {
            fn from(image: $image) -> Self {
                Self {
                    url: image.url,
                    size: (image.width, image.height),
                    focus: (
                        image.focus_x_percent.unwrap_or(50),
                        image.focus_y_percent.unwrap_or(50),
                    ),
                    alt: crate::convert::localized(image.alt),
                }
            }
        }
    };
}

source_of!(proto::catalog::v1::Image);
source_of!(proto::content::v1::Image);

impl Preview {
    /// Returns the JPEG of a picture, or the picture itself if it has none; `name` is the alternative text of one without its own.
    pub(super) fn new(source: impl Into<Source>, language: Language, name: &str) -> Self {
        let source = source.into();
        let alt = source.alt.get(language);
        let jpeg = jpeg(&source);
        Self {
            media_type: jpeg.is_some().then_some("image/jpeg"),
            url: jpeg.unwrap_or(source.url),
            alt: if alt.is_empty() { name } else { alt }.to_owned(),
        }
    }
}

/// Returns the path of the JPEG of a picture.
fn jpeg(source: &Source) -> Option<String> {
    let path = format!("/{}", source.url.trim_start_matches('/'));
    let (stem, width) = path.strip_suffix(".webp")?.rsplit_once('-')?;
    width.parse::<u32>().ok()?;
    if stem.starts_with("/media/") {
        let position = position(source.size, source.focus);
        return Some(format!("{stem}-{position}.jpg"));
    }
    let is_first = stem.ends_with("/1") && WITH_PREVIEW.iter().any(|folder| stem.starts_with(folder));
    is_first.then(|| format!("{stem}.jpg"))
}

/// Returns the position of the part in whose middle the focal point is, as far as possible.
fn position((width, height): (u32, u32), (x, y): (u32, u32)) -> u32 {
    let scaled = f64::from(width.max(1)) / f64::from(WIDTH);
    let by_height = f64::from(height.max(1)) / f64::from(HEIGHT);
    // How many times as long as the part the picture is, and where its focal point is.
    let (length, focus) = if scaled > by_height {
        (scaled / by_height, x)
    } else {
        (by_height / scaled, y)
    };
    let cut_off = length - 1.0;
    if cut_off < 0.01 {
        return 50;
    }
    let begin = (f64::from(focus) / 100.0 * length - 0.5).clamp(0.0, cut_off);
    let wanted = begin / cut_off * 100.0;
    let distance = |position: &u32| (f64::from(*position) - wanted).abs();
    let nearest = POSITIONS
        .into_iter()
        .min_by(|one, other| distance(one).total_cmp(&distance(other)));
    nearest.unwrap_or(50)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_jpeg_of_pictures_that_have_one() {
        for (url, expected) in [
            (
                "/images/products/sk-101/1-768.webp",
                Some("/images/products/sk-101/1.jpg"),
            ),
            (
                "images/projects/gd-301/1-1280.webp",
                Some("/images/projects/gd-301/1.jpg"),
            ),
            ("/images/products/sk-101/2-768.webp", None),
            ("/images/products/sk-101/1-960.svg", None),
            ("/images/scenes/hero/1-960.webp", None),
            ("https://example.com/images/products/sk-101/1-768.webp", None),
            (
                "/media/8b1a9953c4611296a827abf8c47804d7-768.webp",
                Some("/media/8b1a9953c4611296a827abf8c47804d7-0.jpg"),
            ),
        ] {
            let source = Source {
                url: url.to_owned(),
                size: (1280, 960),
                focus: (50, 10),
                alt: LocalizedText::default(),
            };
            assert_eq!(jpeg(&source).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn the_focal_point_is_in_the_middle_of_the_part_as_far_as_possible() {
        for (size, focus, expected) in [
            ((1280, 960), (0, 50), 50),
            ((1280, 960), (50, 0), 0),
            ((1280, 960), (50, 100), 100),
            ((1280, 960), (50, 40), 25),
            ((3000, 1000), (100, 0), 100),
            ((3000, 1000), (40, 0), 25),
            ((1200, 630), (0, 0), 50),
            ((0, 0), (0, 0), 0),
        ] {
            assert_eq!(position(size, focus), expected, "{size:?} {focus:?}");
        }
    }
}
