//! A JSON body.

use std::error::Error as _;

use axum::{
    body::Bytes,
    extract::{FromRequest, OptionalFromRequest, Request},
};
use http::{HeaderMap, StatusCode, header};
use http_body_util::LengthLimitError;
use kit::failure::{Code, Failure};
use serde::de::DeserializeOwned;

use crate::error::{ApiError, ApiResult};

/// Bytes of a body at most.
pub(crate) const LIMIT: usize = 64 * 1024;

/// A JSON body: 415 where it says to be something else, 413 where it is too long, 400 where it does not fit.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> ApiResult<Self> {
        if !is_json(request.headers()) {
            return Err(ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        parse(&read(request).await?).map(Self)
    }
}

/// A body that may be missing or null.
impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> ApiResult<Option<Self>> {
        let is_json = is_json(request.headers());
        let body = read(request).await?;
        if body.is_empty() {
            return Ok(None);
        }
        if !is_json {
            return Err(ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        Ok(parse::<Option<T>>(&body)?.map(Self))
    }
}

async fn read(request: Request) -> ApiResult<Bytes> {
    let body = axum::body::to_bytes(request.into_body(), LIMIT).await;
    body.map_err(|error| {
        if is_too_long(&error) {
            ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE)
        } else {
            ApiError::malformed()
        }
    })
}

/// The limit may have been noticed here or further out.
fn is_too_long(error: &axum::Error) -> bool {
    let mut next = error.source();
    while let Some(source) = next {
        if source.is::<LengthLimitError>() {
            return true;
        }
        next = source.source();
    }
    false
}

fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    media_type.trim().eq_ignore_ascii_case("application/json")
}

/// What does not fit names its field, as `shippingAddress.phone` or `orderItems[0].quantity`.
fn parse<T: DeserializeOwned>(body: &[u8]) -> ApiResult<T> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        if !error.inner().is_data() || path == "." {
            return ApiError::malformed();
        }
        Failure::with_reason(Code::Invalid, "ERROR.INVALID")
            .with_field(path, "FIELD.INVALID")
            .into()
    })?;
    json.end().map_err(|_| ApiError::malformed())?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

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

    fn fields(body: &str) -> Vec<(String, String)> {
        parse::<Order>(body.as_bytes())
            .unwrap_err()
            .failure
            .fields
            .clone()
    }

    #[test]
    fn what_does_not_fit_names_its_field() {
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
    fn what_is_no_json_names_none() {
        for body in ["", "{", "null", "7", "{} {}", "\u{feff}{}"] {
            let error = parse::<Order>(body.as_bytes()).unwrap_err();
            assert_eq!(error.status, 400, "{body}");
            assert_eq!(error.failure.fields, [], "{body}");
        }
    }

    #[tokio::test]
    async fn a_body_that_may_be_missing_fits_where_it_is_there() {
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
    fn unknown_names_are_ignored() {
        assert_eq!(
            parse::<Order>(br#"{"other":1}"#).unwrap(),
            Order { lines: Vec::new() }
        );
    }

    #[test]
    fn the_media_type_may_have_parameters() {
        let says = |value: &str| {
            is_json(&HeaderMap::from_iter([(
                header::CONTENT_TYPE,
                value.parse().unwrap(),
            )]))
        };
        assert!(says("application/json"));
        assert!(says("Application/JSON; charset=utf-8"));
        assert!(!says("text/plain"));
        assert!(!says("application/jsonx"));
        assert!(!is_json(&HeaderMap::new()));
    }
}
