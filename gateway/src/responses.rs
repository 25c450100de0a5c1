//! Cache of finished responses: their headers and their body in all encodings.
//!
//! Handlers attach a [`Finished`] to responses that may be cached. A hit is answered in front of the router, with the
//! same headers, metrics, trace and load limit as a response of the router.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    body::{Body, Bytes},
    response::Response,
};
use flate2::Compression;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use kit::domain::Percent;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::sync::Semaphore;

use crate::{
    cache::{CacheMetrics, Changes, LookupCounters, Provenance, Topic},
    encodings::{Accepted, Quality, Variants},
    layers::{
        etag,
        observe::{Route, RouteLabels},
        security_headers,
    },
};

/// Maximum length of a cached body in bytes; larger ones are rare.
const MAX_BODY: usize = 1024 * 1024;

/// Maximum length of a key in bytes.
const MAX_KEY: usize = 512;

/// Minimum length of a body that is compressed, in bytes: that of the compression layer.
const MIN_COMPRESSED: usize = 32;

/// Number of bodies that are compressed at a time.
const COMPRESSIONS: usize = 1;

/// Memory of a response besides its bodies, in bytes: headers, labels, and bookkeeping of the cache.
const OVERHEAD: usize = 2048;

/// A response is compressed once for many hits, within a few milliseconds.
const QUALITY: Quality = Quality {
    brotli: 5,
    gzip: Compression::new(6),
};

/// Cache control of responses to requests with a session.
pub(crate) const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-store");

/// Header with the time of a response's data, if a service did not answer with current data.
pub(crate) const STALE_SINCE: HeaderName = HeaderName::from_static("x-stale-since");

/// Header by which a browser tells pages of the time of a response's data.
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// Caches may serve a stale response for 2 seconds without revalidation.
const BRIEFLY: HeaderValue = HeaderValue::from_static("public, max-age=2");

/// Marks a response whose data is not current, and shortens its time in caches; does nothing for current data.
pub(crate) fn mark_stale(headers: &mut HeaderMap, stale_since: Option<OffsetDateTime>) {
    let Some(stale_since) = stale_since else {
        return;
    };
    let age = (kit::clock::now() - stale_since).whole_seconds().max(0);
    headers.insert(header::AGE, HeaderValue::from(age));
    if let Ok(time) = stale_since.format(&Rfc3339) {
        // A page reads it of its own address and of what it fetched, without code in each call.
        let timing = format!("stale;desc=\"{time}\"");
        for (name, value) in [(STALE_SINCE, time), (SERVER_TIMING, timing)] {
            if let Ok(value) = HeaderValue::try_from(value) {
                headers.insert(name, value);
            }
        }
    }
    let cache_control = headers.get(header::CACHE_CONTROL);
    if cache_control.is_some_and(|value| value.as_bytes().starts_with(b"public")) {
        headers.insert(header::CACHE_CONTROL, BRIEFLY);
    }
}

/// Caching of a response, set by its handler.
#[derive(Debug, Clone)]
pub(crate) struct Finished {
    /// The headers of a response to a request without a session.
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// The user's own discount, with which prices were written.
    pub(crate) discount: Percent,
    pub(crate) provenance: Provenance,
}

/// For whom a response is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Audience {
    /// The user's own discount.
    pub(crate) discount: Percent,
    /// Whether shared caches must not store the response.
    pub(crate) is_private: bool,
}

impl Audience {
    /// All visitors.
    pub(crate) const PUBLIC: Self = Self {
        discount: Percent::ZERO,
        is_private: false,
    };
}

/// Finished responses by path, query and discount.
pub(crate) struct ResponseCache {
    entries: moka::sync::Cache<Box<str>, Arc<CachedResponse>>,
    changes: Arc<Changes<Topic>>,
    lookups: LookupCounters,
    compressions: Arc<Semaphore>,
    is_secure: bool,
}

impl ResponseCache {
    /// Creates an empty cache of at most `max_bytes`. `is_secure` is whether the shop's address is https.
    pub(crate) fn new(
        max_bytes: u64,
        changes: &Arc<Changes<Topic>>,
        metrics: &CacheMetrics,
        is_secure: bool,
    ) -> Self {
        const NAME: &str = "responses";
        let evictions = metrics.evictions(NAME);
        let entries = moka::sync::Cache::<Box<str>, Arc<CachedResponse>>::builder()
            .name(NAME)
            .max_capacity(max_bytes)
            .weigher(|key, response| response.weight(key))
            .time_to_live(changes.ttl())
            .eviction_listener(move |_, _, cause| evictions.count(cause))
            .build();
        Self {
            entries,
            changes: Arc::clone(changes),
            lookups: metrics.lookups(NAME),
            compressions: Arc::new(Semaphore::new(COMPRESSIONS)),
            is_secure,
        }
    }

    /// Returns the current response of a path and query.
    pub(crate) fn get(&self, path: &str, discount: Percent) -> Option<Arc<CachedResponse>> {
        let cached = if discount.is_set() {
            self.entries.get(&*key(path, discount))
        } else {
            self.entries.get(path)
        }?;
        self.changes.is_current(&cached.provenance).then(|| {
            self.lookups.hit();
            cached
        })
    }

    /// Whether to make a response anew while it is still served. Returns true once, until
    /// [`CachedResponse::end_refresh`].
    pub(crate) fn begin_refresh(&self, cached: &CachedResponse) -> bool {
        !self.changes.is_fresh(&cached.provenance) && !cached.is_refreshing.swap(true, Ordering::Relaxed)
    }

    /// Counts a request that got no cached response, but one that is cached from now on.
    pub(crate) fn count_miss(&self) {
        self.lookups.miss();
    }

    /// Inserts the response of a path and query.
    pub(crate) fn insert(&self, path: &str, route: &Route, finished: Finished) {
        let fits = path.len() <= MAX_KEY && finished.body.len() <= MAX_BODY;
        // A value that changed while it was fetched would only take the place of others.
        if fits && self.changes.is_current(&finished.provenance) {
            let key = key(path, finished.discount);
            let response = CachedResponse::new(finished, route, self.is_secure);
            self.entries.insert(key, Arc::new(response));
        }
    }

    /// Returns the response to a request, in the best encoding that is ready, with the labels of its metrics.
    pub(crate) fn respond<'a>(
        &self,
        cached: &'a Arc<CachedResponse>,
        request: &HeaderMap,
        audience: Audience,
    ) -> (Response, &'a RouteLabels) {
        if !audience.is_private && cached.is_not_modified(request) {
            return (cached.not_modified(), &cached.not_modified_labels);
        }
        let accepted = Accepted::of(request);
        if accepted.any() {
            self.compress(cached);
        }
        (cached.response(accepted, audience), &cached.ok_labels)
    }

    /// Starts to compress a body, unless that was done or too many others are being compressed.
    fn compress(&self, cached: &Arc<CachedResponse>) {
        if cached.is_compressed_once.load(Ordering::Relaxed) || cached.body.len() < MIN_COMPRESSED {
            return;
        }
        let Ok(permit) = Arc::clone(&self.compressions).try_acquire_owned() else {
            return;
        };
        if cached.is_compressed_once.swap(true, Ordering::Relaxed) {
            return;
        }
        let cached = Arc::clone(cached);
        tokio::task::spawn_blocking(move || {
            cached.body.compress(QUALITY);
            drop(permit);
        });
    }
}

/// A path cannot begin with a number, so keys with and without a discount differ.
fn key(path: &str, discount: Percent) -> Box<str> {
    if discount.is_set() {
        format!("{}{path}", discount.get()).into()
    } else {
        path.into()
    }
}

/// A response to any number of requests.
#[derive(Debug)]
pub(crate) struct CachedResponse {
    headers: HeaderMap,
    body: Variants,
    provenance: Provenance,
    /// Whether compressing the body was started.
    is_compressed_once: AtomicBool,
    /// Whether a new response is being made.
    is_refreshing: AtomicBool,
    ok_labels: RouteLabels,
    not_modified_labels: RouteLabels,
}

impl CachedResponse {
    /// Returns the route whose handler made the response.
    pub(crate) const fn route(&self) -> &Route {
        &self.ok_labels.route
    }

    /// Allows to refresh the response again, after that failed.
    pub(crate) fn end_refresh(&self) {
        self.is_refreshing.store(false, Ordering::Relaxed);
    }

    fn new(finished: Finished, route: &Route, is_secure: bool) -> Self {
        let mut headers = finished.headers;
        security_headers::insert(&mut headers, is_secure);
        if finished.body.len() >= MIN_COMPRESSED {
            headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        Self {
            headers,
            body: Variants::new(finished.body),
            provenance: finished.provenance,
            is_compressed_once: AtomicBool::new(false),
            is_refreshing: AtomicBool::new(false),
            ok_labels: route.labels(StatusCode::OK),
            not_modified_labels: route.labels(StatusCode::NOT_MODIFIED),
        }
    }

    /// Returns the memory of the entry in bytes, about. JSON and HTML compress to a quarter or less, twice.
    fn weight(&self, key: &str) -> u32 {
        let bodies = self.body.len() + self.body.len() / 2;
        let topics = size_of_val(self.provenance.topics());
        u32::try_from(bodies + topics + key.len() + OVERHEAD).unwrap_or(u32::MAX)
    }

    fn is_not_modified(&self, request: &HeaderMap) -> bool {
        let etag = self.headers.get(header::ETAG);
        let if_none_match = request.get(header::IF_NONE_MATCH);
        if_none_match.is_some_and(|other| etag.is_some_and(|etag| etag::matches(other, etag)))
    }

    fn not_modified(&self) -> Response {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.headers_mut() = self.headers.clone();
        response.headers_mut().remove(header::CONTENT_TYPE);
        response
    }

    fn response(&self, accepted: Accepted, audience: Audience) -> Response {
        let (encoding, bytes) = self.body.choose(accepted);
        let mut response = Response::new(Body::from(bytes));
        *response.headers_mut() = self.headers.clone();
        if let Some(encoding) = encoding {
            let encoding = HeaderValue::from_static(encoding);
            response.headers_mut().insert(header::CONTENT_ENCODING, encoding);
        }
        if audience.is_private {
            response.headers_mut().insert(header::CACHE_CONTROL, PRIVATE);
            response.headers_mut().remove(header::ETAG);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Gateway, config};

    fn insert(gateway: &Gateway, path: &str) {
        let finished = Finished {
            headers: HeaderMap::new(),
            body: vec![b' '; 8 * 1024].into(),
            discount: Percent::ZERO,
            provenance: Provenance::new(vec![Topic::Products(None)], gateway.state.changes.now()),
        };
        let route = Route::new("GET", "/api/v1.0/products");
        gateway.state.responses.insert(path, &route, finished);
    }

    #[tokio::test]
    async fn filters_requested_once_do_not_displace_responses_requested_often() {
        let gateway = Gateway::with(&config("http://127.0.0.1:8080", &["--cache-mib=1"]));
        let responses = &gateway.state.responses;
        let hot: Vec<_> = (1..=10)
            .map(|page| format!("/api/v1.0/products?page={page}"))
            .collect();
        for path in &hot {
            insert(&gateway, path);
        }
        for price in 0..3000 {
            if price % 20 == 0 {
                let _ = hot
                    .iter()
                    .filter_map(|path| responses.get(path, Percent::ZERO))
                    .count();
            }
            insert(&gateway, &format!("/api/v1.0/products?minPrice={price}"));
        }
        responses.entries.run_pending_tasks();
        assert!(responses.entries.weighted_size() <= 512 * 1024);
        let kept = hot
            .iter()
            .filter(|path| responses.get(path, Percent::ZERO).is_some())
            .count();
        assert!(kept >= 9, "{kept} of 10");
    }

    #[tokio::test]
    async fn does_not_keep_large_or_outdated_responses() {
        let gateway = Gateway::start();
        let responses = &gateway.state.responses;
        let long = format!("/api/v1.0/products?x={}", "x".repeat(MAX_KEY));
        insert(&gateway, &long);
        assert!(responses.get(&long, Percent::ZERO).is_none());
        let finished = |length| Finished {
            headers: HeaderMap::new(),
            body: vec![b' '; length].into(),
            discount: Percent::ZERO,
            provenance: Provenance::new(vec![Topic::Content], gateway.state.changes.now()),
        };
        let route = Route::new("GET", "*");
        responses.insert("/large", &route, finished(MAX_BODY + 1));
        assert!(responses.get("/large", Percent::ZERO).is_none());
        let fetched = finished(10);
        gateway.state.changes.record([Topic::Content]);
        responses.insert("/outdated", &route, fetched);
        assert!(!responses.entries.contains_key("/outdated"));
    }
}
