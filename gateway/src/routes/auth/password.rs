//! Reset of a forgotten password.

use axum::extract::State;
use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::account::v1::{ForgotPasswordRequest, ResetPasswordRequest};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{ClientAddress, Json, Query, RequestLanguage},
    openapi::ErrorResponse,
    state::AppState,
};

/// Query parameters of a password reset request.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ForgotPasswordQuery {
    /// E-mail address; omitted if it is in the body.
    email: Option<String>,
}

/// Password reset request; the body keeps the e-mail out of access logs.
#[request]
pub(crate) struct ForgotPassword {
    /// E-mail address.
    email: Option<String>,
}

/// Requests a password reset mail. The response does not reveal whether the account exists.
#[utoipa::path(post, path = "/forgot-password", tag = "auth", params(ForgotPasswordQuery),
    request_body(content = Option<ForgotPassword>, example = json!({"email": "leyla@example.com"})),
    responses((status = 200, body = Acknowledgement, description = "Accepted",
        example = Acknowledgement::success),
        ErrorResponse::<429>))]
pub(crate) async fn forgot_password(
    State(state): State<AppState>,
    RequestLanguage(language): RequestLanguage,
    ClientAddress(client_address): ClientAddress,
    Query(query): Query<ForgotPasswordQuery>,
    body: Option<Json<ForgotPassword>>,
) -> ApiResult<Acknowledgement> {
    let in_body = body.and_then(|Json(body)| body.email);
    let request = ForgotPasswordRequest {
        email: in_body.or(query.email).unwrap_or_default(),
        client_address,
    };
    let request = on_behalf_of(&Caller::anonymous(language), request);
    state.clients.account.clone().forgot_password(request).await?;
    Ok(Acknowledgement::success())
}

/// Request to set a new password with a reset token.
#[request]
pub(crate) struct ResetPassword {
    /// Single-use token from the mail; expires after 30 minutes.
    #[serde(default)]
    #[schema(required)]
    token: String,
    /// Password, 8 to 128 characters; common passwords are rejected.
    #[serde(default)]
    #[schema(required)]
    new_password: String,
}

/// Sets a new password and ends all sessions of the account.
#[utoipa::path(post, path = "/reset-password", tag = "auth",
    request_body(content = ResetPassword, example = json!({"token": "from-the-mail", "newPassword": "three lattice panes"})),
    responses((status = 200, body = Acknowledgement, description = "Password changed",
        example = Acknowledgement::success),
        ErrorResponse::<429>))]
pub(crate) async fn reset_password(
    State(state): State<AppState>,
    RequestLanguage(language): RequestLanguage,
    ClientAddress(client_address): ClientAddress,
    Json(body): Json<ResetPassword>,
) -> ApiResult<Acknowledgement> {
    let request = ResetPasswordRequest {
        token: body.token,
        new_password: body.new_password,
        client_address,
    };
    let request = on_behalf_of(&Caller::anonymous(language), request);
    state.clients.account.clone().reset_password(request).await?;
    Ok(Acknowledgement::success())
}
