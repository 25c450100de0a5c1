//! Files that do not change while the process runs, compressed once.

use std::sync::Arc;

use axum::{
    body::{Body, Bytes},
    response::Response,
};
use flate2::Compression;
use http::{HeaderMap, HeaderValue, header};

use crate::{
    encodings::{Accepted, Quality, Variants},
    layers::etag::etag,
};

/// Higher brotli qualities take seconds for the largest file and save a few percent.
const QUALITY: Quality = Quality {
    brotli: 9,
    gzip: Compression::best(),
};

/// A file with its compressed variants, which the first request creates. Cheap to clone.
#[derive(Clone)]
pub(crate) struct StaticFile(Arc<Contents>);

struct Contents {
    media_type: HeaderValue,
    cache_control: HeaderValue,
    etag: Option<HeaderValue>,
    variants: Variants,
}

impl StaticFile {
    /// Creates a file.
    pub(crate) fn new(
        media_type: HeaderValue,
        cache_control: HeaderValue,
        contents: impl Into<Bytes>,
    ) -> Self {
        let contents = contents.into();
        Self(Arc::new(Contents {
            media_type,
            cache_control,
            etag: HeaderValue::try_from(etag(&contents)).ok(),
            variants: Variants::new(contents),
        }))
    }

    /// Returns the file in the best encoding that the request accepts.
    pub(crate) async fn respond(&self, request: &HeaderMap) -> Response {
        let accepted = Accepted::of(request);
        if accepted.any() && !self.0.variants.is_compressed() {
            let file = self.clone();
            let compress = move || file.0.variants.compress(QUALITY);
            if let Err(error) = tokio::task::spawn_blocking(compress).await {
                tracing::error!(%error, "compression of a static file failed");
            }
        }
        let (encoding, bytes) = self.0.variants.choose(accepted);
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
