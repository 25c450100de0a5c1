//! Sizes of pictures and their conversion.
//!
//! A crate of its own, because its loops over pixels are compiled optimized in tests too.

mod alpha;
mod convert;
mod jpeg;

pub use convert::{Converted, EXIT_BROKEN, File, Step, run};

/// Widths of the sizes of a picture, in pixels.
const WIDTHS: [u32; 3] = [480, 768, 1024];

/// Returns the widths of the sizes of a picture: those up to its own, else its own.
fn widths(width: u32) -> Vec<u32> {
    let smaller: Vec<_> = WIDTHS.into_iter().filter(|size| *size <= width).collect();
    if smaller.is_empty() { vec![width] } else { smaller }
}

/// Returns the height of a size of a picture.
#[must_use]
pub fn height_of(width: u32, original: (u32, u32)) -> u32 {
    let (original_width, original_height) = (u64::from(original.0.max(1)), u64::from(original.1));
    let height = (u64::from(width) * original_height + original_width / 2) / original_width;
    u32::try_from(height).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_never_above_the_original() {
        for (width, expected) in [
            (300, vec![300]),
            (480, vec![480]),
            (1023, vec![480, 768]),
            (1024, vec![480, 768, 1024]),
            (8000, vec![480, 768, 1024]),
        ] {
            assert_eq!(widths(width), expected, "{width}");
        }
        assert_eq!(height_of(480, (1320, 1080)), 393);
        assert_eq!(height_of(480, (50_000, 1)), 1);
    }
}
