//! The visitor of a page that a link opens without a session, with the limits of the address.

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::{
    caller::Caller,
    domain::Language,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    validation::FieldErrors,
};

use crate::{
    error::{ApiError, ApiResult},
    extract::{ClientAddress, Input, negotiate},
    state::AppState,
};

/// Maximum length of a token in bytes.
const MAX_TOKEN_LENGTH: usize = 100;

/// A visitor whose address is within the limits.
pub(super) struct Visitor {
    address: String,
    caller: Caller,
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, state).await;
        state.link_limits.count_call(&address)?;
        let language = negotiate(&parts.headers, state.default_language);
        Ok(Self {
            address,
            caller: Caller::anonymous(language),
        })
    }
}

impl Visitor {
    /// Wraps a message to a service in an anonymous request.
    pub(super) fn request<T>(&self, message: T) -> tonic::Request<T> {
        on_behalf_of(&self.caller, message)
    }

    /// Returns the language of the request.
    pub(super) const fn language(&self) -> Language {
        self.caller.language
    }

    /// Returns the address, for limits of services.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Checks the length of a token, which the service verifies.
    ///
    /// # Errors
    ///
    /// Fails with this reason, as the service does for a wrong token, if it is too long.
    pub(super) fn check(&self, state: &AppState, token: &str, wrong_token: &'static str) -> ApiResult<()> {
        if token.len() <= MAX_TOKEN_LENGTH {
            return Ok(());
        }
        let failure = Failure::with_reason(Code::NotFound, wrong_token).with_field("token", wrong_token);
        Err(self.refused(state, failure.into()))
    }

    /// Counts a wrong token if a call was refused because of it. Returns the error of the call, or that of the limit.
    pub(super) fn refused(&self, state: &AppState, error: ApiError) -> ApiError {
        if error.failure.code != Code::NotFound {
            return error;
        }
        match state.link_limits.count_wrong_token(&self.address) {
            Ok(()) => error,
            Err(limit) => limit.into(),
        }
    }
}

/// Token of the link of a record.
#[request]
#[derive(Debug)]
pub(super) struct LinkToken {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
}

impl LinkToken {
    /// Returns the token, which the service verifies.
    ///
    /// # Errors
    ///
    /// Fails if it is missing.
    pub(super) fn into_token(self) -> Result<String, Failure> {
        let mut errors = FieldErrors::default();
        let token = self.token.required(&mut errors, "token");
        errors.finish(token)
    }
}

/// A photo or a file of the record of a link.
#[request]
#[derive(Debug)]
pub(super) struct LinkedMedia {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
    /// Id of the photo or file.
    #[schema(required)]
    media_id: Input<String>,
}

impl LinkedMedia {
    /// Returns the token, which the service verifies, and the id.
    ///
    /// # Errors
    ///
    /// Fails if one is missing.
    pub(super) fn into_parts(self) -> Result<(String, String), Failure> {
        let mut errors = FieldErrors::default();
        let token = self.token.required(&mut errors, "token");
        let media_id = self.media_id.required(&mut errors, "mediaId");
        errors.finish((token, media_id))
    }
}
