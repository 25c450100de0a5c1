//! Pictures and files: their content, its conversion to the sizes of the shop, and where it is stored.

pub(crate) mod child;
pub(crate) mod fetch;
pub(crate) mod files;
pub(crate) mod header;
pub(crate) mod worker;

use kit::vocabulary::content::{MediaKind, MediaState};
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use uuid::Uuid;

/// Maximum size of a picture, in bytes.
const MAX_PICTURE: i64 = 20 * 1024 * 1024;

/// Maximum size of a file or photo, in bytes.
const MAX_FILE: i64 = 10 * 1024 * 1024;

/// Returns the maximum size of an upload, in bytes.
pub(crate) const fn max_size(kind: MediaKind) -> i64 {
    match kind {
        MediaKind::Picture => MAX_PICTURE,
        MediaKind::File | MediaKind::Photo => MAX_FILE,
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
