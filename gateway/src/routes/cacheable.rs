//! JSON responses that caches may store.

use axum::{
    body::{Body, Bytes},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kit::domain::Percent;
use serde::Serialize;

use crate::{
    cache::{Entry, Provenance},
    error::ApiError,
    extract::OptionalSession,
    layers::etag::etag,
    responses::{Finished, PRIVATE, mark_stale},
};

/// Caches may serve a public response for 10 seconds without revalidation.
const PUBLIC: HeaderValue = HeaderValue::from_static("public, max-age=10");

/// Caches may serve a public response for 30 seconds without revalidation.
const PUBLIC_HALF_A_MINUTE: HeaderValue = HeaderValue::from_static("public, max-age=30");

/// A response that caches may store unless the request had a session cookie.
pub(crate) struct Cacheable<T> {
    is_private: bool,
    /// The user's own discount.
    discount: Percent,
    cache_control: HeaderValue,
    body: T,
    total: Option<i64>,
    provenance: Option<Provenance>,
}

impl<T> Cacheable<T> {
    pub(crate) fn new(session: &OptionalSession, body: T) -> Self {
        Self {
            is_private: session.is_private,
            discount: session.discount(),
            cache_control: PUBLIC,
            body,
            total: None,
            provenance: None,
        }
    }

    /// Sets `X-Total-Count`, for a body without room for it.
    pub(crate) const fn with_total(mut self, total: i64) -> Self {
        self.total = Some(total);
        self
    }

    /// Lets caches serve the response for 30 seconds in place of 10.
    pub(crate) fn for_half_a_minute(mut self) -> Self {
        self.cache_control = PUBLIC_HALF_A_MINUTE;
        self
    }

    /// Names the data that the body was made from, so that the gateway caches the response as long as that is current.
    pub(crate) fn made_from<V>(mut self, entry: &Entry<V>) -> Self {
        self.provenance = Some(entry.provenance.clone());
        self
    }
}

impl<T: Serialize> IntoResponse for Cacheable<T> {
    fn into_response(self) -> Response {
        let Ok(body) = serde_json::to_vec(&self.body) else {
            return ApiError::from_status(StatusCode::INTERNAL_SERVER_ERROR).into_response();
        };
        let body = Bytes::from(body.into_boxed_slice());
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::VARY, HeaderValue::from_static("cookie"));
        if let Some(total) = self.total {
            headers.insert("x-total-count", total.into());
        }
        headers.insert(header::CACHE_CONTROL, self.cache_control);
        let stale_since = self.provenance.as_ref().and_then(Provenance::stale_since);
        mark_stale(&mut headers, stale_since);
        if let Ok(etag) = HeaderValue::try_from(etag(&body)) {
            headers.insert(header::ETAG, etag);
        }
        let mut response = Response::new(Body::from(body.clone()));
        *response.headers_mut() = headers.clone();
        if self.is_private {
            response.headers_mut().insert(header::CACHE_CONTROL, PRIVATE);
            response.headers_mut().remove(header::ETAG);
        }
        if let Some(provenance) = self.provenance {
            response.extensions_mut().insert(Finished {
                headers,
                body,
                discount: self.discount,
                provenance,
            });
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Gateway;

    #[tokio::test]
    async fn responses_of_stale_data_are_marked_and_kept_briefly() {
        let gateway = Gateway::start();
        let session = OptionalSession {
            session: None,
            is_private: false,
        };
        let cacheable = |stale_since| Cacheable {
            provenance: Some(
                Provenance::new(Vec::new(), gateway.state.changes.now()).with_stale_since(stale_since),
            ),
            ..Cacheable::new(&session, 1)
        };
        let hour_ago = kit::clock::now() - time::Duration::hours(1);
        let stale = cacheable(Some(hour_ago)).into_response();
        assert_eq!(stale.headers()[header::CACHE_CONTROL], "public, max-age=2");
        let time = stale.headers()["x-stale-since"].to_str().unwrap();
        let timing = stale.headers()["server-timing"].to_str().unwrap();
        assert_eq!(timing, format!("stale;desc=\"{time}\""));
        let age: i64 = stale.headers()[header::AGE].to_str().unwrap().parse().unwrap();
        assert!(age >= 3_600, "{age}");
        let current = cacheable(None).into_response();
        assert_eq!(current.headers()[header::CACHE_CONTROL], PUBLIC);
        assert!(!current.headers().contains_key(header::AGE));
    }

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
