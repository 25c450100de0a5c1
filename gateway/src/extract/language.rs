//! In which language a visitor is answered.

use std::convert::Infallible;

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::domain::Language;

use crate::{language::negotiate, state::AppState};

/// The language of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RequestLanguage(pub(crate) Language);

impl FromRequestParts<AppState> for RequestLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self(negotiate(&parts.headers, state.default_language)))
    }
}
