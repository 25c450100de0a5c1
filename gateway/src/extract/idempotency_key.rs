//! The key that makes retries of a call idempotent.

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::{
    failure::{Code, Failure},
    idempotency::is_key,
};

use crate::error::{ApiError, ApiResult};

/// The `Idempotency-Key` header, 1 to 255 visible ASCII characters; empty if it is absent.
pub(crate) struct IdempotencyKey(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> ApiResult<Self> {
        let mut values = parts.headers.get_all("idempotency-key").iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return if parts.headers.contains_key("idempotency-key") {
                Err(malformed())
            } else {
                Ok(Self(String::new()))
            };
        };
        match value.to_str() {
            Ok(key) if is_key(key) => Ok(Self(key.to_owned())),
            _ => Err(malformed()),
        }
    }
}

fn malformed() -> ApiError {
    Failure::with_reason(Code::Invalid, "ERROR.KEY_MALFORMED").into()
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue, Request};

    use super::*;

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
}
