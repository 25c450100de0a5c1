//! Public answers that caches may keep.

use axum::{
    body::Bytes,
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::{error::ApiError, extract::Visitor};

/// How long a browser may show an answer of the catalogue without asking.
const PUBLIC: HeaderValue = HeaderValue::from_static("public, max-age=10");

const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-store");

/// An answer of the catalogue: the same for all who are not signed in, and for nobody else's eyes where one is.
pub(crate) struct Catalogue<T> {
    is_private: bool,
    body: T,
    total: Option<i64>,
}

impl<T> Catalogue<T> {
    pub(crate) const fn new(visitor: &Visitor, body: T) -> Self {
        Self {
            is_private: visitor.is_private,
            body,
            total: None,
        }
    }

    /// Says in `X-Total-Count` how many there are, for a body that has no room for it.
    pub(crate) const fn with_total(mut self, total: i64) -> Self {
        self.total = Some(total);
        self
    }
}

impl<T: Serialize> IntoResponse for Catalogue<T> {
    fn into_response(self) -> Response {
        let Ok(body) = serde_json::to_vec(&self.body) else {
            return ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR).into_response();
        };
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::VARY, HeaderValue::from_static("cookie"));
        if let Some(total) = self.total {
            headers.insert("x-total-count", total.into());
        }
        if self.is_private {
            headers.insert(header::CACHE_CONTROL, PRIVATE);
        } else {
            headers.insert(header::CACHE_CONTROL, PUBLIC);
            if let Ok(tag) = HeaderValue::try_from(tag(&body)) {
                headers.insert(header::ETAG, tag);
            }
        }
        (headers, Bytes::from(body)).into_response()
    }
}

/// The `ETag` of an answer; weak, because the same answer is also sent compressed.
pub(crate) fn tag(body: &[u8]) -> String {
    let hash = Sha256::digest(body);
    let short: Vec<u8> = hash.iter().copied().take(12).collect();
    format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(short))
}

/// Answers 304 where the client has the answer already.
pub(crate) async fn not_modified(request: Request, next: Next) -> Response {
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let mut response = next.run(request).await;
    let tag = response.headers().get(header::ETAG);
    let (Some(known), Some(tag), StatusCode::OK) = (known, tag, response.status()) else {
        return response;
    };
    if !is_among(&known, tag) {
        return response;
    }
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    *response.body_mut() = axum::body::Body::empty();
    response.headers_mut().remove(header::CONTENT_TYPE);
    response.headers_mut().remove(header::CONTENT_LENGTH);
    response
}

fn is_among(known: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(known), Ok(tag)) = (known.to_str(), tag.to_str()) else {
        return false;
    };
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    known.trim() == "*" || known.split(',').any(|candidate| bare(candidate) == bare(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_follows_the_body() {
        assert_eq!(tag(b"a"), tag(b"a"));
        assert_ne!(tag(b"a"), tag(b"b"));
    }

    #[test]
    fn a_known_tag_is_found_in_the_list_however_weak() {
        let tag = HeaderValue::from_static("W/\"a\"");
        for known in ["W/\"a\"", "\"a\"", "\"b\", W/\"a\"", "*"] {
            assert!(is_among(&HeaderValue::from_static(known), &tag), "{known}");
        }
        for unknown in ["", "\"b\"", "a"] {
            assert!(!is_among(&HeaderValue::from_static(unknown), &tag), "{unknown}");
        }
    }

    #[test]
    fn what_a_signed_in_visitor_sees_is_kept_nowhere() {
        let visitor = |is_private| Visitor {
            session: None,
            is_private,
        };
        let private = Catalogue::new(&visitor(true), 1).into_response();
        assert_eq!(private.headers()[header::CACHE_CONTROL], PRIVATE);
        assert!(!private.headers().contains_key(header::ETAG));
        let public = Catalogue::new(&visitor(false), 1).into_response();
        assert_eq!(public.headers()[header::CACHE_CONTROL], PUBLIC);
        assert!(public.headers().contains_key(header::ETAG));
    }
}
