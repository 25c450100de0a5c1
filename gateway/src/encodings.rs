//! A body with its compressed variants.

use std::{
    io::{self, Write as _},
    sync::OnceLock,
};

use axum::body::Bytes;
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, write::GzEncoder};
use http::{HeaderMap, header};

/// How much time compressing takes, for how small a result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quality {
    /// 0 to 11.
    pub(crate) brotli: i32,
    pub(crate) gzip: Compression,
}

/// A body and, once compressed, its smaller variants.
#[derive(Debug)]
pub(crate) struct Variants {
    identity: Bytes,
    compressed: OnceLock<Compressed>,
}

/// The variants of a body. One is missing if it could not be created or would not be smaller.
#[derive(Debug)]
struct Compressed {
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

/// The encodings that a request accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Accepted {
    brotli: bool,
    gzip: bool,
}

impl Variants {
    /// Creates a body that is not compressed yet.
    pub(crate) const fn new(identity: Bytes) -> Self {
        Self {
            identity,
            compressed: OnceLock::new(),
        }
    }

    /// Returns the length of the uncompressed body in bytes.
    pub(crate) const fn len(&self) -> usize {
        self.identity.len()
    }

    /// Whether the body was compressed.
    pub(crate) fn is_compressed(&self) -> bool {
        self.compressed.get().is_some()
    }

    /// Compresses the body, unless that was done. Takes longer than a task may block its thread.
    pub(crate) fn compress(&self, quality: Quality) {
        self.compressed.get_or_init(|| {
            let smaller = |bytes: &Bytes| bytes.len() < self.len();
            Compressed {
                brotli: brotli(&self.identity, quality.brotli).ok().filter(smaller),
                gzip: gzip(&self.identity, quality.gzip).ok().filter(smaller),
            }
        });
    }

    /// Returns the best variant among those accepted, with its content coding.
    pub(crate) fn choose(&self, accepted: Accepted) -> (Option<&'static str>, Bytes) {
        if let Some(compressed) = self.compressed.get() {
            if let Some(bytes) = compressed.brotli.as_ref().filter(|_| accepted.brotli) {
                return (Some("br"), bytes.clone());
            }
            if let Some(bytes) = compressed.gzip.as_ref().filter(|_| accepted.gzip) {
                return (Some("gzip"), bytes.clone());
            }
        }
        (None, self.identity.clone())
    }
}

fn brotli(bytes: &[u8], quality: i32) -> io::Result<Bytes> {
    let parameters = BrotliEncoderParams {
        quality,
        ..BrotliEncoderParams::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters)?;
    compressed.shrink_to_fit();
    Ok(compressed.into())
}

fn gzip(bytes: &[u8], level: Compression) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes)?;
    let mut compressed = encoder.finish()?;
    compressed.shrink_to_fit();
    Ok(compressed.into())
}

impl Accepted {
    /// Returns the encodings that a request accepts by their names.
    pub(crate) fn of(request: &HeaderMap) -> Self {
        let entries = request
            .get_all(header::ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        let mut accepted = Self::default();
        for entry in entries {
            let mut parts = entry.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default();
            let weight = parts.find_map(|part| part.strip_prefix("q="));
            if weight.is_some_and(|weight| !weight.parse::<f32>().is_ok_and(|weight| weight > 0.0)) {
                continue;
            }
            accepted.brotli |= name.eq_ignore_ascii_case("br");
            accepted.gzip |= name.eq_ignore_ascii_case("gzip");
        }
        accepted
    }

    /// Whether a compressed variant is accepted.
    pub(crate) const fn any(self) -> bool {
        self.brotli || self.gzip
    }
}
