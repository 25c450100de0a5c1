//! Pictures and files: their content, its conversion to the sizes of the shop, and where it is stored.

pub(crate) mod child;
pub(crate) mod convert;
pub(crate) mod fetch;
pub(crate) mod files;
pub(crate) mod header;
pub(crate) mod worker;

use kit::vocabulary::content::{MediaKind, MediaState};
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use uuid::Uuid;

/// Widths of the sizes of a picture, in pixels.
const WIDTHS: [u32; 3] = [480, 768, 1024];

/// Maximum size of a picture, in bytes.
const MAX_PICTURE: i64 = 20 * 1024 * 1024;

/// Maximum size of a file, in bytes.
const MAX_FILE: i64 = 10 * 1024 * 1024;

/// Returns the maximum size of an upload, in bytes.
pub(crate) const fn max_size(kind: MediaKind) -> i64 {
    match kind {
        MediaKind::Picture => MAX_PICTURE,
        MediaKind::File => MAX_FILE,
    }
}

/// Returns the first 32 hexadecimal digits of the SHA-256 digest of a content.
pub(crate) fn hash_of(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    let number = digest
        .iter()
        .take(16)
        .fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
    format!("{number:032x}")
}

/// Returns the widths of the sizes of a picture: those up to its own, else its own.
fn widths(width: u32) -> Vec<u32> {
    let smaller: Vec<_> = WIDTHS.into_iter().filter(|size| *size <= width).collect();
    if smaller.is_empty() { vec![width] } else { smaller }
}

/// Returns the height of a size of a picture.
pub(crate) fn height_of(width: u32, original: (u32, u32)) -> u32 {
    let (original_width, original_height) = (u64::from(original.0.max(1)), u64::from(original.1));
    let height = (u64::from(width) * original_height + original_width / 2) / original_width;
    u32::try_from(height).unwrap_or(u32::MAX).max(1)
}

/// A picture or file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_field_names, reason = "names of the columns")]
pub(crate) struct Media {
    pub(crate) id: Uuid,
    pub(crate) kind: MediaKind,
    pub(crate) state: MediaState,
    pub(crate) name: String,
    /// Bytes; `None` until the last have come, if the uploader did not name it.
    pub(crate) size: Option<i64>,
    /// Bytes that have come.
    pub(crate) received: i64,
    pub(crate) media_type: Option<String>,
    pub(crate) hash: Option<String>,
    pub(crate) width: Option<i32>,
    pub(crate) height: Option<i32>,
    pub(crate) placeholder: Option<String>,
    pub(crate) widths: Vec<i32>,
    pub(crate) failure: Option<String>,
    pub(crate) source_url: Option<String>,
    pub(crate) attempts: i16,
    pub(crate) created_by: String,
    pub(crate) created_at: OffsetDateTime,
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
