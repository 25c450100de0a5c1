//! Colours of transparent pictures while they are scaled.

use image::RgbaImage;

/// Multiplies the colours with their alpha, so that what is transparent does not colour its neighbours.
pub(crate) fn premultiply(picture: &mut RgbaImage) {
    for pixel in picture.pixels_mut() {
        let [.., alpha] = pixel.0;
        for color in pixel.0.iter_mut().take(3) {
            let product = (u16::from(*color) * u16::from(alpha) + 127) / 255;
            *color = u8::try_from(product).unwrap_or(u8::MAX);
        }
    }
}

/// Divides the colours by their alpha, after a scaling.
pub(crate) fn unpremultiply(picture: &mut RgbaImage) {
    for pixel in picture.pixels_mut() {
        let [.., alpha] = pixel.0;
        for color in pixel.0.iter_mut().take(3) {
            let quotient = (u16::from(*color) * 255 + u16::from(alpha) / 2)
                .checked_div(alpha.into())
                .unwrap_or_default();
            *color = u8::try_from(quotient).unwrap_or(u8::MAX);
        }
    }
}
