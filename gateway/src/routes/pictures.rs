//! `GET /media/<hash>-<width>.<extension>`: the sizes of uploaded pictures, and their JPEGs for link previews (`<hash>-<position>.jpg`).
//!
//! A name stands for one content for ever, so browsers and caches between keep it. While a picture has no AVIF yet, its WebP stands in,
//! which they keep for a minute.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Path, State},
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse as _, Response},
    routing::get,
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kit::{
    caller::Caller,
    failure::{Code, Failure},
    grpc::{client::on_behalf_of, with_timeout},
};
use proto::content::v1::{GetPictureRequest, PictureFormat};
use tokio::sync::Semaphore;

use crate::{
    error::ApiError,
    layers::{
        etag,
        limits::{self, SERVICES_TIMEOUT},
    },
    pages::{IMMUTABLE, PREVIEW_POSITIONS},
    state::AppState,
};

/// Maximum size of the cached pictures, in bytes.
const CACHE_BYTES: u64 = 16 * 1024 * 1024;

/// Time after which a cached picture that nobody requests is dropped.
const IDLE: Duration = Duration::from_hours(1);

/// How long caches keep a WebP under the name of an AVIF that is not made yet.
const STANDS_IN: HeaderValue = HeaderValue::from_static("public, max-age=60");

#[derive(Clone)]
struct Pictures {
    state: AppState,
    cache: moka::sync::Cache<Arc<str>, Bytes>,
}

/// Returns the routes.
pub(crate) fn routes(state: &AppState, permits: &Arc<Semaphore>) -> Router {
    let cache = moka::sync::Cache::builder()
        .name("pictures")
        .max_capacity(CACHE_BYTES)
        .weigher(|_, content: &Bytes| u32::try_from(content.len()).unwrap_or(u32::MAX))
        .time_to_idle(IDLE)
        .build();
    let pictures = Pictures {
        state: state.clone(),
        cache,
    };
    Router::new()
        .route("/media/{name}", get(serve))
        .layer(from_fn_with_state(Arc::clone(permits), limits::shed_load))
        .layer(from_fn(etag::not_modified))
        .with_state(pictures)
}

async fn serve(State(pictures): State<Pictures>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let own = find(&pictures, &name).await;
    let stem = name.strip_suffix(".avif");
    let (name, found, cache) = match (own, stem) {
        (Err(error), Some(stem)) if error.failure.code == Code::NotFound => {
            let name = format!("{stem}.webp");
            let found = find(&pictures, &name).await;
            (name, found, STANDS_IN)
        }
        (own, _) => (name, own, IMMUTABLE),
    };
    let (content, media_type) = match found {
        Ok(found) => found,
        Err(error) if error.failure.code == Code::NotFound => {
            return StatusCode::NOT_FOUND.into_response();
        }
        Err(error) => {
            tracing::warn!(error = %error.failure, "a picture cannot be fetched");
            let retry_after = [(header::RETRY_AFTER, HeaderValue::from_static("1"))];
            return (StatusCode::SERVICE_UNAVAILABLE, retry_after).into_response();
        }
    };
    let mut response = ranged(&content, headers.get(header::RANGE));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, cache);
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if let Ok(etag) = HeaderValue::try_from(format!("\"{name}\"")) {
        headers.insert(header::ETAG, etag);
    }
    response
}

/// Returns a content and its media type, from memory if it has it.
async fn find(pictures: &Pictures, name: &str) -> Result<(Bytes, &'static str), ApiError> {
    let (request, media_type) = parse(name).ok_or_else(|| Failure::new(Code::NotFound))?;
    if let Some(content) = pictures.cache.get(name) {
        return Ok((content, media_type));
    }
    let content = fetch(&pictures.state, request).await?;
    pictures.cache.insert(name.into(), content.clone());
    Ok((content, media_type))
}

async fn fetch(state: &AppState, request: GetPictureRequest) -> Result<Bytes, ApiError> {
    let request = on_behalf_of(&Caller::anonymous(state.default_language), request);
    let mut client = state.clients.media.clone();
    let response = with_timeout(SERVICES_TIMEOUT, client.get_picture(request)).await;
    let content = response.map_err(|status| Failure::from_status(&status))?;
    Ok(content.into_inner().content.into())
}

/// Parses `<hash>-<width>.<extension>`; also returns the media type.
fn parse(name: &str) -> Option<(GetPictureRequest, &'static str)> {
    let (stem, extension) = name.rsplit_once('.')?;
    let (hash, digits) = stem.split_once('-')?;
    let (format, media_type) = match extension {
        "avif" => (PictureFormat::Avif, "image/avif"),
        "webp" => (PictureFormat::Webp, "image/webp"),
        "jpg" => (PictureFormat::Jpeg, "image/jpeg"),
        _ => return None,
    };
    let width: u32 = digits.parse().ok()?;
    if format == PictureFormat::Jpeg && !PREVIEW_POSITIONS.contains(&width) {
        return None;
    }
    // One name for each content.
    let request = GetPictureRequest {
        hash: hash.to_owned(),
        width,
        format: format.into(),
    };
    (width.to_string() == digits).then_some((request, media_type))
}

/// Returns the part of a content that a request wants: all of it unless it names one range.
fn ranged(content: &Bytes, range: Option<&HeaderValue>) -> Response {
    let length = content.len();
    let range = range.and_then(|range| range.to_str().ok());
    match range.map_or(Range::All, |range| parse_range(range, length)) {
        Range::All => Body::from(content.clone()).into_response(),
        Range::Nothing => {
            let content_range = [(header::CONTENT_RANGE, format!("bytes */{length}"))];
            (StatusCode::RANGE_NOT_SATISFIABLE, content_range).into_response()
        }
        Range::Part(first, last) => {
            let content_range = [(header::CONTENT_RANGE, format!("bytes {first}-{last}/{length}"))];
            let part = Body::from(content.slice(first..=last));
            (StatusCode::PARTIAL_CONTENT, content_range, part).into_response()
        }
    }
}

/// Requested part of a content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Range {
    /// All of it: the header is missing, malformed or names several ranges.
    All,
    /// Bytes that it does not have.
    Nothing,
    /// From the first to the last byte, both included.
    Part(usize, usize),
}

fn parse_range(range: &str, length: usize) -> Range {
    let parts = range
        .strip_prefix("bytes=")
        .and_then(|range| range.split_once('-'));
    let Some((first, last)) = parts else {
        return Range::All;
    };
    let Some(end) = length.checked_sub(1) else {
        return Range::Nothing;
    };
    let number = |text: &str| text.parse::<usize>().ok();
    match (number(first), number(last)) {
        (Some(first), None) if last.is_empty() && first <= end => Range::Part(first, end),
        (Some(_), None) if last.is_empty() => Range::Nothing,
        (Some(first), Some(last)) if first <= last && first <= end => Range::Part(first, last.min(end)),
        (Some(first), Some(last)) if first <= last => Range::Nothing,
        (None, Some(0)) if first.is_empty() => Range::Nothing,
        (None, Some(count)) if first.is_empty() => Range::Part(length.saturating_sub(count), end),
        _ => Range::All,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use proto::content::v1::GetPictureResponse;
    use testkit::FakeServices;
    use tonic::{Request, Status};

    use super::*;
    use crate::testing::{Gateway, bytes, config};

    const HASH: &str = "8b1a9953c4611296a827abf8c47804d7";

    #[test]
    fn names_have_one_spelling() {
        for name in [
            format!("{HASH}-480.jpg"),
            format!("{HASH}-0480.webp"),
            format!("{HASH}-+480.webp"),
            format!("{HASH}.webp"),
            format!("{HASH}-480"),
            format!("{HASH}-99999999999.webp"),
        ] {
            assert_eq!(parse(&name), None, "{name}");
        }
        for name in [format!("{HASH}-480.webp"), format!("{HASH}-25.jpg")] {
            assert!(parse(&name).is_some(), "{name}");
        }
    }

    #[test]
    fn parses_one_range() {
        for (range, expected) in [
            ("bytes=0-1", Range::Part(0, 1)),
            ("bytes=8-", Range::Part(8, 9)),
            ("bytes=5-99", Range::Part(5, 9)),
            ("bytes=-3", Range::Part(7, 9)),
            ("bytes=-99", Range::Part(0, 9)),
            ("bytes=10-", Range::Nothing),
            ("bytes=-0", Range::Nothing),
            ("bytes=3-2", Range::All),
            ("bytes=0-1,4-5", Range::All),
            ("lines=0-1", Range::All),
            ("bytes=a-b", Range::All),
        ] {
            assert_eq!(parse_range(range, 10), expected, "{range}");
        }
        assert_eq!(parse_range("bytes=0-", 0), Range::Nothing);
    }

    #[tokio::test]
    async fn serves_a_size_once_from_the_service_then_from_memory() {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let content = FakeServices::default()
            .rpc(
                "/storefront.content.v1.MediaService/GetPicture",
                move |request: Request<GetPictureRequest>| {
                    counted.fetch_add(1, Ordering::Relaxed);
                    async move {
                        let GetPictureRequest { width, format, .. } = *request.get_ref();
                        if width != 480 || format == i32::from(PictureFormat::Avif) {
                            return Err(Status::from(Failure::new(Code::NotFound)));
                        }
                        Ok(GetPictureResponse {
                            content: b"0123456789".to_vec(),
                        })
                    }
                },
            )
            .serve();
        let mut config = config("http://127.0.0.1:8080", &[]);
        config.content_url = content;
        let gateway = Gateway::with(&config);
        let path = format!("/media/{HASH}-480.webp");
        for (method, header, status, body) in [
            ("GET", ("accept", "*/*"), 200, "0123456789"),
            ("HEAD", ("accept", "*/*"), 200, ""),
            ("GET", ("range", "bytes=2-4"), 206, "234"),
            ("GET", ("range", "bytes=20-"), 416, ""),
            ("GET", ("if-none-match", "*"), 304, ""),
        ] {
            let response = gateway.send(method, &path, &[header], "").await;
            assert_eq!(response.status(), status, "{method} {header:?}");
            let headers = response.headers();
            let cache = "public, max-age=31536000, immutable";
            assert_eq!(headers["cache-control"], cache, "{method} {header:?}");
            assert_eq!(headers["x-content-type-options"], "nosniff");
            assert!(headers.contains_key("content-security-policy"));
            assert_eq!(headers["etag"], format!("\"{HASH}-480.webp\"").as_str());
            if status == 200 {
                assert_eq!(headers["content-type"], "image/webp");
                assert_eq!(headers["content-length"], "10");
            }
            assert_eq!(bytes(response).await, body.as_bytes(), "{method} {header:?}");
        }
        assert_eq!(calls.load(Ordering::Relaxed), 1);
        // Its AVIF is not made yet.
        for (range, status, body) in [("bytes=0-", 206, "0123456789"), ("bytes=2-4", 206, "234")] {
            let path = format!("/media/{HASH}-480.avif");
            let response = gateway.send("GET", &path, &[("range", range)], "").await;
            assert_eq!(response.status(), status, "{range}");
            let headers = response.headers();
            assert_eq!(headers["cache-control"], "public, max-age=60", "{range}");
            assert_eq!(headers["content-type"], "image/webp", "{range}");
            assert_eq!(headers["etag"], format!("\"{HASH}-480.webp\"").as_str());
            assert_eq!(bytes(response).await, body.as_bytes(), "{range}");
        }
        for name in [
            format!("{HASH}-481.webp"),
            format!("{HASH}-481.avif"),
            "x".to_owned(),
            format!("{HASH}-480.svg"),
        ] {
            let response = gateway.send("GET", &format!("/media/{name}"), &[], "").await;
            assert_eq!(response.status(), 404, "{name}");
            assert_eq!(response.headers()["cache-control"], "no-store", "{name}");
        }
    }
}
