//! Entity tags and conditional requests.

use axum::{body::Body, extract::Request, middleware::Next, response::Response};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderValue, StatusCode, header};
use sha2::{Digest as _, Sha256};

/// Returns the `ETag` of a body; weak, because the same body is also sent compressed.
pub(crate) fn etag(body: &[u8]) -> String {
    let hash = Sha256::digest(body);
    let short: Vec<u8> = hash.iter().copied().take(12).collect();
    format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(short))
}

/// Responds with 304 if the client has the current version.
pub(crate) async fn not_modified(request: Request, next: Next) -> Response {
    let if_none_match = request.headers().get(header::IF_NONE_MATCH).cloned();
    let mut response = next.run(request).await;
    let etag = response.headers().get(header::ETAG);
    let (Some(if_none_match), Some(etag), StatusCode::OK) = (if_none_match, etag, response.status()) else {
        return response;
    };
    if !matches(&if_none_match, etag) {
        return response;
    }
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    *response.body_mut() = Body::empty();
    response.headers_mut().remove(header::CONTENT_TYPE);
    response.headers_mut().remove(header::CONTENT_LENGTH);
    response
}

/// Whether a request with this `If-None-Match` has the version of an entity tag. Compares weakly.
pub(crate) fn matches(if_none_match: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(if_none_match), Ok(etag)) = (if_none_match.to_str(), etag.to_str()) else {
        return false;
    };
    if_none_match.trim() == "*"
        || if_none_match
            .split(',')
            .any(|other| opaque(other) == opaque(etag))
}

/// Returns an entity tag without the mark of a weak one.
fn opaque(etag: &str) -> &str {
    etag.trim().trim_start_matches("W/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn etags_differ_by_body() {
        assert_eq!(etag(b"a"), etag(b"a"));
        assert_ne!(etag(b"a"), etag(b"b"));
    }

    #[test]
    fn finds_an_etag_in_a_list_weak_or_not() {
        let etag = HeaderValue::from_static("W/\"a\"");
        for listed in ["W/\"a\"", "\"a\"", "\"b\", W/\"a\"", "*"] {
            assert!(matches(&HeaderValue::from_static(listed), &etag), "{listed}");
        }
        for other in ["", "\"b\"", "a"] {
            assert!(!matches(&HeaderValue::from_static(other), &etag), "{other}");
        }
    }
}
