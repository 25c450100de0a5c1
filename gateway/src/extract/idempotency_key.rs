//! The `Idempotency-Key` header, which makes retries of a call idempotent.

use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::request::Parts,
};
use http::HeaderMap;
use kit::{
    failure::{Code, Failure},
    idempotency::is_key,
    validation::{INVALID, REQUIRED},
};

use crate::error::{ApiError, ApiResult};

/// Name of the header.
const HEADER: &str = "idempotency-key";

/// Name of a required key in errors.
const FIELD: &str = "idempotencyKey";

/// An optional key, 1 to 255 visible ASCII characters; empty if it is absent.
pub(crate) struct IdempotencyKey(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> ApiResult<Self> {
        let key = read(&parts.headers);
        let key = key.map_err(|Malformed| Failure::with_reason(Code::Invalid, "ERROR.KEY_MALFORMED"))?;
        Ok(Self(key.unwrap_or_default()))
    }
}

/// A required key with a body, after which it is checked.
pub(crate) struct Keyed<B>(pub(crate) String, pub(crate) B);

impl<S: Send + Sync, B: FromRequest<S, Rejection = ApiError>> FromRequest<S> for Keyed<B> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        let key = read(request.headers());
        let body = B::from_request(request, state).await?;
        match key {
            Ok(Some(key)) => Ok(Self(key, body)),
            Ok(None) => Err(Failure::invalid_field(FIELD, REQUIRED).into()),
            Err(Malformed) => Err(Failure::invalid_field(FIELD, INVALID).into()),
        }
    }
}

/// The key is malformed, or there are several.
struct Malformed;

fn read(headers: &HeaderMap) -> Result<Option<String>, Malformed> {
    let mut values = headers.get_all(HEADER).iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    let key = value.to_str().ok().filter(|key| is_key(key));
    match (key, values.next()) {
        (Some(key), None) => Ok(Some(key.to_owned())),
        _ => Err(Malformed),
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;
    use crate::extract::Json;

    async fn key(values: &[&[u8]]) -> Option<String> {
        let (mut parts, ()) = Request::new(()).into_parts();
        for value in values {
            let value = HeaderValue::from_bytes(value).unwrap();
            parts
                .headers
                .append(HeaderName::from_static("idempotency-key"), value);
        }
        IdempotencyKey::from_request_parts(&mut parts, &())
            .await
            .ok()
            .map(|key| key.0)
    }

    #[tokio::test]
    async fn accepts_one_key_of_1_to_255_visible_ascii_characters() {
        assert_eq!(key(&[]).await.as_deref(), Some(""));
        assert_eq!(key(&[b"a-1"]).await.as_deref(), Some("a-1"));
        assert_eq!(key(&[&[b'a'; 255]]).await.map(|key| key.len()), Some(255));
        assert_eq!(key(&[&[b'a'; 256]]).await, None);
        assert_eq!(key(&[b""]).await, None);
        assert_eq!(key(&[b"a b"]).await, None);
        assert_eq!(key(&["ə".as_bytes()]).await, None);
        assert_eq!(key(&[b"a", b"b"]).await, None);
    }

    #[tokio::test]
    async fn refuses_the_body_before_a_required_key() {
        let refused = async |keys: &[&str], body: &'static str| {
            let mut request = Request::builder().header("content-type", "application/json");
            for key in keys {
                request = request.header(HEADER, *key);
            }
            let request = request.body(body.into()).unwrap();
            let refusal = Keyed::<Json<serde_json::Value>>::from_request(request, &()).await;
            refusal.err().map(|error| error.failure.fields.clone())
        };
        let expected = |key: &str| Some(vec![(FIELD.to_owned(), key.to_owned())]);
        assert_eq!(refused(&[], "{").await, Some(Vec::new()));
        assert_eq!(refused(&[], "{}").await, expected(REQUIRED));
        assert_eq!(refused(&["a b"], "{}").await, expected(INVALID));
        assert_eq!(refused(&["a", "b"], "{}").await, expected(INVALID));
        assert_eq!(refused(&["a-1"], "{}").await, None);
    }
}
