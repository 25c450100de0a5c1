//! An id in a path.

use std::str::FromStr;

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::error::{ApiError, ApiResult};

/// The only id in the path; what is no id of its kind leads nowhere: 404.
pub(crate) struct PathId<T>(pub(crate) T);

impl<S: Send + Sync, T: FromStr> FromRequestParts<S> for PathId<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let axum::extract::Path(text) = axum::extract::Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| ApiError::not_found())?;
        text.parse().map(Self).map_err(|_| ApiError::not_found())
    }
}
