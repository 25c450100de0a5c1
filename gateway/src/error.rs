//! Errors of handlers.
//!
//! A handler returns an [`ApiError`]; [`crate::layers::errors`] writes the body in the request's language and logs
//! the cause.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use kit::failure::{Code, Failure};

/// An error response: its status and what to tell and log.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) failure: Arc<Failure>,
    /// The present record, where a conflict has one.
    pub(crate) data: Option<Arc<serde_json::Value>>,
}

/// Result of a handler.
pub(crate) type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    fn new(status: StatusCode, failure: Failure) -> Self {
        Self {
            status,
            failure: Arc::new(failure),
            data: None,
        }
    }

    /// Adds the present record of a conflict.
    #[must_use]
    pub(crate) fn with_data(mut self, data: serde_json::Value) -> Self {
        self.data = Some(Arc::new(data));
        self
    }

    /// Not there, or not the caller's.
    pub(crate) fn not_found() -> Self {
        Failure::new(Code::NotFound).into()
    }

    /// The request could not be parsed.
    pub(crate) fn malformed() -> Self {
        Failure::with_reason(Code::Invalid, "ERROR.MALFORMED").into()
    }

    /// Renames a field to the name that it has in this call.
    #[must_use]
    pub(crate) fn with_renamed_field(mut self, from: &str, to: &str) -> Self {
        if let Some(failure) = Arc::get_mut(&mut self.failure) {
            for (name, _) in &mut failure.fields {
                if name == from {
                    to.clone_into(name);
                }
            }
        }
        self
    }

    /// Creates an error with another status than its code has.
    pub(crate) fn of_status(status: StatusCode, failure: Failure) -> Self {
        Self::new(status, failure)
    }

    /// Creates the error of a bare status, as axum and tower respond.
    pub(crate) fn from_status(status: StatusCode) -> Self {
        match status {
            StatusCode::METHOD_NOT_ALLOWED => {
                Self::new(status, Failure::with_reason(Code::Invalid, "ERROR.METHOD"))
            }
            StatusCode::PAYLOAD_TOO_LARGE => {
                Self::new(status, Failure::with_reason(Code::Invalid, "ERROR.TOO_LARGE"))
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                Self::new(status, Failure::with_reason(Code::Invalid, "ERROR.NOT_JSON"))
            }
            StatusCode::NOT_FOUND => Self::not_found(),
            StatusCode::FORBIDDEN => Failure::new(Code::Forbidden).into(),
            StatusCode::SERVICE_UNAVAILABLE => Failure::new(Code::Unavailable).into(),
            status if status.is_client_error() => Self::new(status, Failure::new(Code::Invalid)),
            status => Self::new(status, Failure::new(Code::Internal)),
        }
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        let status = StatusCode::from_u16(failure.code.http()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self::new(status, failure)
    }
}

impl From<tonic::Status> for ApiError {
    fn from(status: tonic::Status) -> Self {
        let mut failure = Failure::from_status(&status);
        if matches!(failure.code, Code::Unavailable | Code::Internal) {
            failure = failure.with_source(status);
        }
        failure.into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_connections_are_503() {
        assert_eq!(ApiError::from(tonic::Status::unknown("broken pipe")).status, 503);
        assert_eq!(
            ApiError::from(tonic::Status::deadline_exceeded("late")).status,
            503
        );
        assert_eq!(ApiError::from(tonic::Status::internal("")).status, 500);
    }

    #[test]
    fn renames_a_field() {
        let error =
            ApiError::from(Failure::invalid_field("searchTerm", "FIELD.TOO_LONG").with_field("page", "x"));
        let names: Vec<_> = error
            .with_renamed_field("searchTerm", "q")
            .failure
            .fields
            .iter()
            .map(|(name, _)| name.clone())
            .collect();
        assert_eq!(names, ["q", "page"]);
    }

    #[test]
    fn keeps_the_reason_and_fields_of_a_services_error() {
        let status = tonic::Status::from(
            Failure::with_reason(Code::Conflict, "CART.NOT_ENOUGH").with_field("quantity", "CART.NOT_ENOUGH"),
        );
        let error = ApiError::from(status);
        assert_eq!(error.status, 409);
        assert_eq!(error.failure.reason, "CART.NOT_ENOUGH");
        assert_eq!(error.failure.fields.len(), 1);
    }
}
