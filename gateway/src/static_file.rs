//! Files that do not change while the process runs, compressed once.

use std::{
    io::{self, Write as _},
    sync::{Arc, OnceLock},
};

use axum::{
    body::{Body, Bytes},
    response::Response,
};
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, write::GzEncoder};
use http::{HeaderMap, HeaderValue, header};

use crate::layers::etag::etag;

/// Brotli quality. Higher ones take seconds for the largest file and save a few percent.
const BROTLI_QUALITY: i32 = 9;

/// A file with its compressed variants, which the first request creates. Cheap to clone.
#[derive(Clone)]
pub(crate) struct StaticFile(Arc<Contents>);

struct Contents {
    media_type: HeaderValue,
    cache_control: HeaderValue,
    etag: Option<HeaderValue>,
    identity: Bytes,
    compressed: OnceLock<Compressed>,
}

/// The variants of a file. One is missing if it could not be created.
#[derive(Default)]
struct Compressed {
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

impl StaticFile {
    /// Creates a file.
    pub(crate) fn new(
        media_type: HeaderValue,
        cache_control: HeaderValue,
        contents: impl Into<Bytes>,
    ) -> Self {
        let identity = contents.into();
        Self(Arc::new(Contents {
            media_type,
            cache_control,
            etag: HeaderValue::try_from(etag(&identity)).ok(),
            identity,
            compressed: OnceLock::new(),
        }))
    }

    /// Returns the file in the best encoding that the request accepts.
    pub(crate) async fn respond(&self, request: &HeaderMap) -> Response {
        let (encoding, bytes) = self.negotiate(request).await;
        let mut response = Response::new(Body::from(bytes));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, self.0.media_type.clone());
        headers.insert(header::CACHE_CONTROL, self.0.cache_control.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(etag) = &self.0.etag {
            headers.insert(header::ETAG, etag.clone());
        }
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }

    async fn negotiate(&self, request: &HeaderMap) -> (Option<&'static str>, Bytes) {
        let (brotli, gzip) = (accepts(request, "br"), accepts(request, "gzip"));
        if brotli || gzip {
            let file = self.clone();
            // Compressing takes longer than a task may block its thread.
            if self.0.compressed.get().is_none()
                && let Err(error) = tokio::task::spawn_blocking(move || file.0.compress()).await
            {
                tracing::error!(%error, "compression of a static file failed");
            }
        }
        let compressed = self.0.compressed.get();
        let variant = |is_accepted: bool, variant: fn(&Compressed) -> &Option<Bytes>| {
            compressed
                .filter(|_| is_accepted)
                .and_then(|compressed| variant(compressed).clone())
        };
        if let Some(bytes) = variant(brotli, |compressed| &compressed.brotli) {
            return (Some("br"), bytes);
        }
        if let Some(bytes) = variant(gzip, |compressed| &compressed.gzip) {
            return (Some("gzip"), bytes);
        }
        (None, self.0.identity.clone())
    }
}

impl Contents {
    fn compress(&self) {
        self.compressed.get_or_init(|| Compressed {
            brotli: compress_brotli(&self.identity).ok(),
            gzip: compress_gzip(&self.identity).ok(),
        });
    }
}

fn compress_brotli(bytes: &[u8]) -> io::Result<Bytes> {
    let parameters = BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        ..BrotliEncoderParams::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters)?;
    Ok(compressed.into())
}

fn compress_gzip(bytes: &[u8]) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.into())
}

/// Whether a request accepts a content coding by its name.
fn accepts(request: &HeaderMap, coding: &str) -> bool {
    request
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|entry| {
            let mut parts = entry.split(';').map(str::trim);
            let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
            let weight = parts.find_map(|part| part.strip_prefix("q="));
            is_named && weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 0.0))
        })
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;
    use crate::testing::bytes;

    const JSON: HeaderValue = HeaderValue::from_static("application/json");
    const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");

    fn request(encodings: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, encodings.parse().unwrap())])
    }

    #[tokio::test]
    async fn sends_the_best_accepted_encoding() {
        let text = "{} ".repeat(1000);
        let file = StaticFile::new(JSON, NO_CACHE, text.clone());
        for (accepted, encoding) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("gzip", Some("gzip")),
            ("br;q=0, gzip;q=0.5", Some("gzip")),
            ("br;q=0", None),
            ("identity", None),
        ] {
            let response = file.respond(&request(accepted)).await;
            let sent = response.headers().get("content-encoding").cloned();
            assert_eq!(
                sent.as_ref().map(|value| value.to_str().unwrap()),
                encoding,
                "{accepted}"
            );
            assert_eq!(response.headers()["vary"], "accept-encoding");
            assert_eq!(response.headers()["etag"], etag(text.as_bytes()), "{accepted}");
            let body = bytes(response).await;
            let mut decoded = Vec::new();
            match encoding {
                Some("br") => drop(brotli::BrotliDecompress(&mut &*body, &mut decoded)),
                Some(_) => drop(flate2::read::GzDecoder::new(&*body).read_to_end(&mut decoded)),
                None => decoded = body,
            }
            assert!(decoded == text.as_bytes(), "{accepted}");
        }
    }
}
