//! JSON request bodies with their fields, and idempotency keys.

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
};
use http::{HeaderMap, StatusCode};
use kit::{
    failure::Failure,
    idempotency::is_key,
    validation::{FieldErrors, INVALID, REQUIRED},
};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    error::{ApiError, ApiResult},
    extract::{is_json, read_body},
};

/// Name of the header of idempotency keys.
const KEY_HEADER: &str = "idempotency-key";

/// Name of the idempotency key in errors.
const KEY_FIELD: &str = "idempotencyKey";

/// A JSON object: 415 for another media type, 413 above 64 KiB, 400 if it is no JSON object.
///
/// The fields of `T` are [`Input`]s, so that a value of a wrong type is an error of its field like any other.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> ApiResult<Self> {
        if !is_json(request.headers()) {
            return Err(ApiError::from_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        parse(&read_body(request).await?).map(Self)
    }
}

/// A body of a call without fields: as [`Body`], and an empty body is accepted.
pub(crate) struct NoFields;

impl<S: Send + Sync> FromRequest<S> for NoFields {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> ApiResult<Self> {
        let is_json = is_json(request.headers());
        let body = read_body(request).await?;
        check_no_fields(is_json, &body)
    }
}

fn check_no_fields(is_json: bool, body: &Bytes) -> ApiResult<NoFields> {
    if body.is_empty() {
        return Ok(NoFields);
    }
    if !is_json {
        return Err(ApiError::from_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    parse::<Nothing>(body).map(|_| NoFields)
}

/// An object whose fields are ignored.
#[derive(Deserialize)]
struct Nothing {}

/// A body with the required `Idempotency-Key` header, which is checked after the body is read.
pub(crate) struct Keyed<B> {
    /// 1 to 255 visible ASCII characters.
    pub(crate) key: String,
    pub(crate) body: B,
}

impl<S: Send + Sync, B: FromRequest<S, Rejection = ApiError>> FromRequest<S> for Keyed<B> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        let key = idempotency_key(request.headers());
        let body = B::from_request(request, state).await?;
        Ok(Self { key: key?, body })
    }
}

fn idempotency_key(headers: &HeaderMap) -> Result<String, Failure> {
    let mut values = headers.get_all(KEY_HEADER).iter();
    let Some(value) = values.next() else {
        return Err(Failure::invalid_field(KEY_FIELD, REQUIRED));
    };
    let key = value.to_str().ok().filter(|key| is_key(key));
    match (key, values.next()) {
        (Some(key), None) => Ok(key.to_owned()),
        _ => Err(Failure::invalid_field(KEY_FIELD, INVALID)),
    }
}

/// Parses an object.
fn parse<T: DeserializeOwned>(body: &[u8]) -> ApiResult<T> {
    let value: Value = serde_json::from_slice(body).map_err(|_| ApiError::malformed())?;
    if !value.is_object() {
        return Err(ApiError::malformed());
    }
    serde_path_to_error::deserialize(value)
        .map_err(|error| Failure::invalid_field(error.path().to_string(), INVALID).into())
}

/// The value of a field of a `#[request]`, which makes a missing field [`Input::Missing`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Input<T> {
    /// The field is missing.
    #[default]
    Missing,
    /// The field is null.
    Null,
    /// The value has another type.
    Invalid,
    /// The value.
    Value(T),
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Input<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(deserializer)? {
            Value::Null => Self::Null,
            value => T::deserialize(value).map_or(Self::Invalid, Self::Value),
        })
    }
}

/// An [`Input`] that the contract lets be null.
pub(crate) type Optional<T> = Input<T>;

/// A field of a change: kept if it is missing, emptied if it is null.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change<T> {
    /// The field keeps its value.
    Keep,
    /// The field becomes empty.
    Empty,
    /// The field gets a value.
    Set(T),
}

impl<T> Input<T> {
    /// Returns the value; adds an error if it is missing, null or of another type.
    pub(crate) fn required(self, errors: &mut FieldErrors, field: impl Into<String>) -> Option<T> {
        match self {
            Self::Value(value) => return Some(value),
            Self::Missing | Self::Null => errors.push(field, REQUIRED),
            Self::Invalid => errors.push(field, INVALID),
        }
        None
    }

    /// Returns the value if it is neither missing nor null; adds an error if it is of another type.
    pub(crate) fn optional(self, errors: &mut FieldErrors, field: impl Into<String>) -> Option<T> {
        match self {
            Self::Value(value) => return Some(value),
            Self::Missing | Self::Null => {}
            Self::Invalid => errors.push(field, INVALID),
        }
        None
    }

    /// Returns the new value of a field that may be left out but not emptied; adds an error if it is null.
    pub(crate) fn changed(self, errors: &mut FieldErrors, field: impl Into<String>) -> Option<T> {
        match self {
            Self::Missing => None,
            other => other.required(errors, field),
        }
    }

    /// Returns the change of a field that may be left out or emptied.
    pub(crate) fn change(self, errors: &mut FieldErrors, field: impl Into<String>) -> Change<T> {
        match self {
            Self::Value(value) => return Change::Set(value),
            Self::Null => return Change::Empty,
            Self::Missing => {}
            Self::Invalid => errors.push(field, INVALID),
        }
        Change::Keep
    }

    /// Parses the value, if there is one; adds an error if that fails.
    pub(crate) fn parse<U>(self, parse: impl FnOnce(T) -> Option<U>) -> Input<U> {
        match self {
            Self::Missing => Input::Missing,
            Self::Null => Input::Null,
            Self::Invalid => Input::Invalid,
            Self::Value(value) => parse(value).map_or(Input::Invalid, Input::Value),
        }
    }
}

impl Input<String> {
    /// Returns the text; empty if it is missing or null. The service validates it.
    pub(crate) fn text(self, errors: &mut FieldErrors, field: impl Into<String>) -> String {
        self.optional(errors, field).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use http::Request as HttpRequest;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Line {
        #[serde(default)]
        quantity: Input<u32>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Order {
        #[serde(default)]
        name: Input<String>,
        #[serde(default)]
        note: Input<String>,
        #[serde(default)]
        lines: Input<Vec<Line>>,
    }

    fn keys(errors: FieldErrors) -> Vec<(String, String)> {
        Failure::from(errors).fields
    }

    async fn status<B: FromRequest<(), Rejection = ApiError>>(
        headers: &[(&str, &str)],
        body: impl Into<axum::body::Body>,
    ) -> Result<B, (u16, Vec<(String, String)>, String)> {
        let mut request = HttpRequest::builder();
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.into()).unwrap();
        B::from_request(request, &()).await.map_err(|error| {
            let failure = &error.failure;
            (
                error.status.as_u16(),
                failure.fields.clone(),
                failure.reason.clone(),
            )
        })
    }

    const JSON: (&str, &str) = ("content-type", "application/json");

    #[test]
    fn names_all_values_of_a_wrong_type_at_once() {
        let order: Order =
            parse(br#"{"name":7,"note":[],"lines":[{"quantity":1},{"quantity":"two"}],"other":1}"#).unwrap();
        let mut errors = FieldErrors::default();
        assert_eq!(order.name.required(&mut errors, "name"), None);
        assert_eq!(order.note.optional(&mut errors, "note"), None);
        let lines = order.lines.required(&mut errors, "lines").unwrap();
        for (index, line) in lines.into_iter().enumerate() {
            let _ = line
                .quantity
                .required(&mut errors, format!("lines[{index}].quantity"));
        }
        let invalid = |name: &str| (name.to_owned(), INVALID.to_owned());
        assert_eq!(
            keys(errors),
            [invalid("name"), invalid("note"), invalid("lines[1].quantity")]
        );
    }

    #[test]
    fn tells_a_missing_field_from_an_empty_one() {
        let order: Order = parse(br#"{"name":null,"note":null}"#).unwrap();
        let mut errors = FieldErrors::default();
        assert_eq!(order.lines.change(&mut errors, "lines"), Change::Keep);
        assert_eq!(order.note.change(&mut errors, "note"), Change::Empty);
        assert_eq!(order.name.changed(&mut errors, "name"), None);
        assert_eq!(keys(errors), [("name".to_owned(), REQUIRED.to_owned())]);
    }

    #[tokio::test]
    async fn refuses_the_media_type_before_the_size_before_the_content() {
        let long = "a".repeat(64 * 1024 + 1);
        let text = ("content-type", "text/plain");
        let refused = async |headers: &[(&str, &str)], body: String| {
            let refusal = status::<Body<Order>>(headers, body).await.err();
            refusal.map(|(status, _, reason)| (status, reason))
        };
        let expected = |status: u16, reason: &str| Some((status, reason.to_owned()));
        assert_eq!(
            refused(&[text], long.clone()).await,
            expected(415, "ERROR.NOT_JSON")
        );
        assert_eq!(
            refused(&[], "{}".to_owned()).await,
            expected(415, "ERROR.NOT_JSON")
        );
        assert_eq!(refused(&[JSON], long).await, expected(413, "ERROR.TOO_LARGE"));
        for body in ["", "{", "[]", "7", "null", "{} {}"] {
            assert_eq!(
                refused(&[JSON], body.to_owned()).await,
                expected(400, "ERROR.MALFORMED"),
                "{body}"
            );
        }
        assert_eq!(refused(&[JSON], "{}".to_owned()).await, None);
    }

    #[tokio::test]
    async fn refuses_the_body_before_the_key() {
        let refused = async |headers: &[(&str, &str)], body: &'static str| {
            let refusal = status::<Keyed<Body<Order>>>(headers, body).await.err();
            refusal.map(|(status, fields, _)| (status, fields.into_iter().map(|(_, key)| key).collect()))
        };
        let expected = |keys: &[&str]| -> Option<(u16, Vec<String>)> {
            Some((400, keys.iter().map(|key| (*key).to_owned()).collect()))
        };
        assert_eq!(refused(&[JSON], "{").await, expected(&[]));
        assert_eq!(refused(&[JSON], "{}").await, expected(&[REQUIRED]));
        let long = "k".repeat(256);
        for key in ["", "a b", &long] {
            let headers = [JSON, (KEY_HEADER, key)];
            assert_eq!(refused(&headers, "{}").await, expected(&[INVALID]), "{key}");
        }
        let headers = [JSON, (KEY_HEADER, "a"), (KEY_HEADER, "b")];
        assert_eq!(refused(&headers, "{}").await, expected(&[INVALID]));
        assert_eq!(refused(&[JSON, (KEY_HEADER, "a-1")], "{}").await, None);
    }

    #[tokio::test]
    async fn a_call_without_fields_needs_no_body() {
        let refused = async |headers: &[(&str, &str)], body: &'static str| {
            status::<NoFields>(headers, body)
                .await
                .err()
                .map(|refusal| refusal.0)
        };
        assert_eq!(refused(&[], "").await, None);
        assert_eq!(refused(&[JSON], "{}").await, None);
        assert_eq!(refused(&[("content-type", "text/plain")], "{}").await, Some(415));
        assert_eq!(refused(&[JSON], "[]").await, Some(400));
    }
}
