//! `POST Auth/forgot-password`.

use axum::extract::State;
use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::account::v1::ForgotPasswordRequest;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{ClientAddress, Json, Query, RequestLanguage},
    openapi::ErrorResponse,
    state::AppState,
};

/// The e-mail in the query.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ForgotPasswordQuery {
    /// E-mail; missing = in the body.
    email: Option<String>,
}

/// The e-mail in the body, where logs on the way cannot see it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ForgotPassword {
    /// E-mail.
    email: Option<String>,
}

/// Asks for a mail to set a new password. The answer says nothing about whether there is such an account.
#[utoipa::path(post, path = "/forgot-password", tag = "auth", params(ForgotPasswordQuery),
    request_body(content = Option<ForgotPassword>, example = json!({"email": "leyla@example.com"})),
    responses((status = 200, body = Acknowledgement, description = "Taken in",
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
