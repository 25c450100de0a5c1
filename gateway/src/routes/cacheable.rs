//! JSON responses that caches may store.

use axum::{
    body::Bytes,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Serialize;

use crate::{error::ApiError, extract::OptionalSession, layers::etag::etag};

/// Caches may serve a public response for 10 seconds without revalidation.
const PUBLIC: HeaderValue = HeaderValue::from_static("public, max-age=10");

const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-store");

/// A response that caches may store unless the request had a session cookie.
pub(crate) struct Cacheable<T> {
    is_private: bool,
    body: T,
    total: Option<i64>,
}

impl<T> Cacheable<T> {
    pub(crate) const fn new(session: &OptionalSession, body: T) -> Self {
        Self {
            is_private: session.is_private,
            body,
            total: None,
        }
    }

    /// Sets `X-Total-Count`, for a body without room for it.
    pub(crate) const fn with_total(mut self, total: i64) -> Self {
        self.total = Some(total);
        self
    }
}

impl<T: Serialize> IntoResponse for Cacheable<T> {
    fn into_response(self) -> Response {
        let Ok(body) = serde_json::to_vec(&self.body) else {
            return ApiError::from_status(StatusCode::INTERNAL_SERVER_ERROR).into_response();
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
            if let Ok(etag) = HeaderValue::try_from(etag(&body)) {
                headers.insert(header::ETAG, etag);
            }
        }
        (headers, Bytes::from(body)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_to_requests_with_a_session_cookie_are_private() {
        let session = |is_private| OptionalSession {
            session: None,
            is_private,
        };
        let private = Cacheable::new(&session(true), 1).into_response();
        assert_eq!(private.headers()[header::CACHE_CONTROL], PRIVATE);
        assert!(!private.headers().contains_key(header::ETAG));
        let public = Cacheable::new(&session(false), 1).into_response();
        assert_eq!(public.headers()[header::CACHE_CONTROL], PUBLIC);
        assert!(public.headers().contains_key(header::ETAG));
    }
}
