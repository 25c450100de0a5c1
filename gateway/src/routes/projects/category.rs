//! Categories of projects in paths.

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::{
    failure::{Code, Failure},
    vocabulary::content::ProjectCategory,
};

use crate::{
    error::{ApiError, ApiResult},
    words,
};

/// The category in the path, in any case; 404 if it is unknown.
pub(super) struct PathCategory(pub(super) ProjectCategory);

impl<S: Send + Sync> FromRequestParts<S> for PathCategory {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let text = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        let category = text
            .ok()
            .and_then(|axum::extract::Path(text)| words::in_any_case(&text));
        let unknown = || Failure::with_reason(Code::NotFound, "CATEGORY.NOT_FOUND").into();
        category.map(Self).ok_or_else(unknown)
    }
}
