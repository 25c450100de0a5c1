//! `POST Auth/reset-password`.

use axum::extract::State;
use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::account::v1::ResetPasswordRequest;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{ClientAddress, Json, RequestLanguage},
    openapi::ErrorResponse,
    state::AppState,
};

/// A new password and the right to set it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResetPassword {
    /// From the mail; good once, for 30 minutes.
    #[serde(default)]
    #[schema(required)]
    token: String,
    /// 8 to 128 characters, none of the most common ones.
    #[serde(default)]
    #[schema(required)]
    new_password: String,
}

/// Sets a new password; all sessions of the account end.
#[utoipa::path(post, path = "/reset-password", tag = "auth",
    request_body(content = ResetPassword, example = json!({"token": "from-the-mail", "newPassword": "three lattice panes"})),
    responses((status = 200, body = Acknowledgement, description = "The new password holds",
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
