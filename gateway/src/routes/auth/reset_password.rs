//! `POST Auth/reset-password`.

use axum::extract::State;
use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::account::v1::ResetPasswordRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{ClientAddress, Json, RequestLanguage},
    openapi::ErrorResponse,
    state::AppState,
};

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
