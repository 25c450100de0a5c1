//! The JPEG of a picture for link previews, where AVIF and WebP are not shown everywhere. `deploy/seed/pictures/previews.mjs` makes
//! those of the seed in the same way.

use image::{
    DynamicImage, Rgba, RgbaImage,
    imageops::{self, FilterType},
};

use crate::height_of;

/// Size of the file, in pixels.
const WIDTH: u16 = 1200;
const HEIGHT: u16 = 630;

const QUALITY: u8 = 80;

/// Background of a picture that is shown whole: `--ground` of the shop's styles.
const PAPER: Rgba<u8> = Rgba([0xfa, 0xf9, 0xf6, u8::MAX]);

/// Share of a picture that is shown at least, in percent: one of which less would be seen is shown whole.
const LEAST_SHOWN: u64 = 60;

/// Where the shown part begins, in percent of what is cut off.
const POSITIONS: [u32; 5] = [0, 25, 50, 75, 100];

/// Encodes a picture whose colours are multiplied with their alpha; returns the files with the positions of their parts. A picture
/// that is shown whole has the position 50 only.
pub(crate) fn encode(picture: &DynamicImage) -> Result<Vec<(u32, Vec<u8>)>, jpeg_encoder::EncodingError> {
    let (width, height) = size((picture.width(), picture.height()));
    let mut sized = picture
        .resize_exact(width, height, FilterType::Lanczos3)
        .into_rgba8();
    crate::alpha::unpremultiply(&mut sized);
    let slack = [
        i64::from(WIDTH) - i64::from(width),
        i64::from(HEIGHT) - i64::from(height),
    ];
    let is_whole = slack.iter().all(|slack| *slack >= 0);
    let positions = POSITIONS
        .into_iter()
        .filter(|position| !is_whole || *position == 50);
    let file = |position: u32| {
        let mut canvas = RgbaImage::from_pixel(WIDTH.into(), HEIGHT.into(), PAPER);
        let [left, top] = slack.map(|slack| slack * i64::from(position) / 100);
        imageops::overlay(&mut canvas, &sized, left, top);
        let mut file = Vec::new();
        let encoder = jpeg_encoder::Encoder::new(&mut file, QUALITY);
        encoder.encode(&canvas, WIDTH, HEIGHT, jpeg_encoder::ColorType::Rgba)?;
        Ok((position, file))
    };
    positions.map(file).collect()
}

/// Returns the size to which a picture is resized: it covers the file, or fits into it if too little of it would be seen.
fn size(original: (u32, u32)) -> (u32, u32) {
    let (width, height) = (u32::from(WIDTH), u32::from(HEIGHT));
    let by_width = (width, height_of(width, original));
    let by_height = (height_of(height, (original.1, original.0)), height);
    let (cover, fit) = if by_width.1 >= height {
        (by_width, by_height)
    } else {
        (by_height, by_width)
    };
    let area = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    if area((width, height)) * 100 >= area(cover) * LEAST_SHOWN {
        cover
    } else {
        fit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_covers_the_file_unless_too_little_of_it_would_be_seen() {
        for (original, expected) in [
            ((2400, 1260), (1200, 630)),
            ((1280, 960), (1200, 900)),
            ((1200, 1050), (1200, 1050)),
            ((1000, 1000), (630, 630)),
            ((1024, 1280), (504, 630)),
            ((3000, 1000), (1890, 630)),
            ((4000, 1000), (1200, 300)),
            ((50_000, 1), (1200, 1)),
            ((1, 50_000), (1, 630)),
        ] {
            assert_eq!(size(original), expected, "{original:?}");
        }
    }
}
