//! The visitor of an offer's page, with the limits of the address.

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::{
    caller::Caller,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
};

use super::offer::with_present;
use crate::{
    error::{ApiError, ApiResult},
    extract::{ClientAddress, negotiate},
    state::AppState,
};

/// Reason of the failure for a token of no offer.
const NOT_FOUND: &str = "OFFER.NOT_FOUND";

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
        state.offer_limits.count_call(&address)?;
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

    /// Checks the length of a token, which the service verifies.
    ///
    /// # Errors
    ///
    /// Fails as [`Self::refused`] if it is too long.
    pub(super) fn check(&self, state: &AppState, token: &str) -> ApiResult<()> {
        if token.len() <= MAX_TOKEN_LENGTH {
            return Ok(());
        }
        state.offer_limits.count_wrong_token(&self.address)?;
        Err(Failure::with_reason(Code::NotFound, NOT_FOUND)
            .with_field("token", NOT_FOUND)
            .into())
    }

    /// Converts the refusal of a service: counts a wrong token, and adds the present offer to a conflict.
    pub(super) async fn refused(&self, state: &AppState, status: tonic::Status, token: &str) -> ApiError {
        let error = ApiError::from(status);
        if error.failure.code == Code::NotFound {
            return match state.offer_limits.count_wrong_token(&self.address) {
                Ok(()) => error,
                Err(limit) => limit.into(),
            };
        }
        with_present(state, self, error, token).await
    }
}
