//! JSON request bodies.

use std::error::Error as _;

use axum::{
    body::Bytes,
    extract::{FromRequest, OptionalFromRequest, Request},
};
use http::{HeaderMap, StatusCode, header};
use http_body_util::LengthLimitError;
use kit::{failure::Failure, validation};
use serde::{Deserialize, de::DeserializeOwned};

use crate::error::{ApiError, ApiResult};

/// Maximum size of a request body, in bytes.
pub(crate) const MAX_BODY_SIZE: usize = 64 * 1024;

/// A JSON object: 415 for another media type, 413 if it is too large, 400 if it does not match.
///
/// A field of [`super::Input`] always matches, so that all errors of fields are named at once.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> ApiResult<Self> {
        if !is_json(request.headers()) {
            return Err(ApiError::from_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        parse(&read_body(request).await?).map(Self)
    }
}

/// An optional body: absent if it is empty or null.
impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> ApiResult<Option<Self>> {
        match read_optional_body(request).await? {
            Some(body) if body.trim_ascii() != b"null" => parse(&body).map(Self).map(Some),
            _ => Ok(None),
        }
    }
}

/// A body of a call without fields: as [`Json`], and an empty body is accepted.
#[derive(Deserialize)]
pub(crate) struct NoFields {}

impl<S: Send + Sync> FromRequest<S> for NoFields {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> ApiResult<Self> {
        let body = read_optional_body(request).await?;
        parse(body.as_deref().unwrap_or(b"{}"))
    }
}

/// Reads a JSON body; `None` if it is empty.
async fn read_optional_body(request: Request) -> ApiResult<Option<Bytes>> {
    let is_json = is_json(request.headers());
    let body = read_body(request).await?;
    if !body.is_empty() && !is_json {
        return Err(ApiError::from_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    Ok(Some(body).filter(|body| !body.is_empty()))
}

/// Reads a body of at most [`MAX_BODY_SIZE`].
async fn read_body(request: Request) -> ApiResult<Bytes> {
    let body = axum::body::to_bytes(request.into_body(), MAX_BODY_SIZE).await;
    body.map_err(|error| {
        if is_too_large(&error) {
            ApiError::from_status(StatusCode::PAYLOAD_TOO_LARGE)
        } else {
            ApiError::malformed()
        }
    })
}

/// Whether this or an outer layer hit the size limit.
fn is_too_large(error: &axum::Error) -> bool {
    let mut next = error.source();
    while let Some(source) = next {
        if source.is::<LengthLimitError>() {
            return true;
        }
        next = source.source();
    }
    false
}

/// Whether the media type is JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    media_type.trim().eq_ignore_ascii_case("application/json")
}

/// Parses an object. The error names the field at fault, as `shippingAddress.phone` or `orderItems[0].quantity`.
pub(super) fn parse<T: DeserializeOwned>(body: &[u8]) -> ApiResult<T> {
    if body.trim_ascii_start().first() != Some(&b'{') {
        return Err(ApiError::malformed());
    }
    // Not by way of a `Value`, which keeps the last of repeated keys.
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        match error.path().to_string().as_str() {
            path if path != "." && error.inner().is_data() => {
                Failure::invalid_field(path, validation::INVALID).into()
            }
            _ => ApiError::malformed(),
        }
    })?;
    json.end().map_err(|_| ApiError::malformed())?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Line {
        #[serde(default)]
        quantity: i64,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Order {
        #[serde(default)]
        lines: Vec<Line>,
    }

    #[test]
    fn rejects_repeated_keys_and_what_follows_the_object() {
        for body in [r#"{"lines": [], "lines": []}"#, r#"{"lines": []} {}"#, "[[]]"] {
            assert!(parse::<Order>(body.as_bytes()).is_err(), "{body}");
        }
    }

    fn fields(body: &str) -> Vec<(String, String)> {
        parse::<Order>(body.as_bytes())
            .unwrap_err()
            .failure
            .fields
            .clone()
    }

    #[test]
    fn names_the_field_at_fault() {
        assert_eq!(
            fields(r#"{"lines":[{"quantity":1},{"quantity":"two"}]}"#),
            [("lines[1].quantity".to_owned(), "FIELD.INVALID".to_owned())]
        );
        assert_eq!(
            fields(r#"{"lines":null}"#),
            [("lines".to_owned(), "FIELD.INVALID".to_owned())]
        );
    }

    #[test]
    fn names_no_field_for_invalid_json() {
        for body in ["", "{", "null", "7", "[]", "{} {}", "\u{feff}{}"] {
            let error = parse::<Order>(body.as_bytes()).unwrap_err();
            assert_eq!(error.status, 400, "{body}");
            assert_eq!(error.failure.fields, [], "{body}");
        }
    }

    #[tokio::test]
    async fn an_optional_body_may_be_absent_but_not_malformed() {
        let read = async |media_type: &str, body: &'static str| {
            let request = Request::builder().header(header::CONTENT_TYPE, media_type);
            let request = request.body(body.into()).unwrap();
            let read = <Json<Order> as OptionalFromRequest<()>>::from_request(request, &()).await;
            read.map(|body| body.is_some())
                .map_err(|error| error.status.as_u16())
        };
        assert_eq!(read("application/json", "").await, Ok(false));
        assert_eq!(read("text/plain", "").await, Ok(false));
        assert_eq!(read("application/json", "null").await, Ok(false));
        assert_eq!(read("application/json", "{}").await, Ok(true));
        assert_eq!(read("application/json", "7").await, Err(400));
        assert_eq!(read("application/json", "{").await, Err(400));
        assert_eq!(read("text/plain", "{}").await, Err(415));
    }

    #[test]
    fn ignores_unknown_fields() {
        assert_eq!(
            parse::<Order>(br#"{"other":1}"#).unwrap(),
            Order { lines: Vec::new() }
        );
    }

    #[test]
    fn accepts_parameters_of_the_media_type() {
        let accepts = |value: &str| {
            is_json(&HeaderMap::from_iter([(
                header::CONTENT_TYPE,
                value.parse().unwrap(),
            )]))
        };
        assert!(accepts("application/json"));
        assert!(accepts("Application/JSON; charset=utf-8"));
        assert!(!accepts("text/plain"));
        assert!(!accepts("application/jsonx"));
        assert!(!is_json(&HeaderMap::new()));
    }

    const JSON: (&str, &str) = ("content-type", "application/json");

    /// Returns status and reason of a refused body.
    async fn refused<B: FromRequest<(), Rejection = ApiError>>(
        (name, value): (&str, &str),
        body: impl Into<axum::body::Body>,
    ) -> Option<(u16, String)> {
        let request = Request::builder().header(name, value);
        let request = request.body(body.into()).unwrap();
        let error = B::from_request(request, &()).await.err()?;
        Some((error.status.as_u16(), error.failure.reason.clone()))
    }

    #[tokio::test]
    async fn refuses_the_media_type_before_the_size_before_the_content() {
        let long = "a".repeat(MAX_BODY_SIZE + 1);
        let expected = |status: u16, reason: &str| Some((status, reason.to_owned()));
        let text = ("content-type", "text/plain");
        for headers in [text, ("accept", "*/*")] {
            let refusal = refused::<Json<Order>>(headers, long.clone()).await;
            assert_eq!(refusal, expected(415, "ERROR.NOT_JSON"));
        }
        let refusal = refused::<Json<Order>>(JSON, long).await;
        assert_eq!(refusal, expected(413, "ERROR.TOO_LARGE"));
        let refusal = refused::<Json<Order>>(JSON, "[]").await;
        assert_eq!(refusal, expected(400, "ERROR.MALFORMED"));
        assert_eq!(refused::<Json<Order>>(JSON, "{}").await, None);
    }

    #[tokio::test]
    async fn a_call_without_fields_needs_no_body() {
        let refused = async |header, body: &'static str| {
            let refusal = refused::<NoFields>(header, body).await;
            refusal.map(|(status, _)| status)
        };
        assert_eq!(refused(("accept", "*/*"), "").await, None);
        assert_eq!(refused(JSON, "{}").await, None);
        assert_eq!(refused(("content-type", "text/plain"), "{}").await, Some(415));
        assert_eq!(refused(JSON, "[]").await, Some(400));
    }
}
