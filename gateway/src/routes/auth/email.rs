//! Verification of the e-mail address of an account.

use axum::extract::State;
use http::HeaderMap;
use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::account::v1::{SendEmailVerificationRequest, VerifyEmailRequest};

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{ClientAddress, Customer, Json, RequestLanguage},
    openapi::ErrorResponse,
    state::AppState,
};

/// Request to verify an e-mail address.
#[request]
pub(crate) struct VerifyEmail {
    /// Single-use token from the mail; expires after 24 hours.
    #[serde(default)]
    #[schema(required)]
    token: String,
    /// Password of the account, for a browser without a session of it. Empty: 400 on `password`, and the token stays good.
    /// Absent there: all sessions of the account end.
    #[serde(default)]
    password: Option<String>,
}

/// Marks the e-mail address of an account as verified. Needs no session: the link may be opened in another browser.
#[utoipa::path(post, path = "/verify-email", tag = "auth",
    request_body(content = VerifyEmail, example = json!({"token": "from-the-mail"})),
    responses((status = 200, body = Acknowledgement, description = "E-mail address verified",
        example = Acknowledgement::success),
        ErrorResponse::<429>))]
pub(crate) async fn verify_email(
    State(state): State<AppState>,
    RequestLanguage(language): RequestLanguage,
    ClientAddress(client_address): ClientAddress,
    headers: HeaderMap,
    Json(body): Json<VerifyEmail>,
) -> ApiResult<Acknowledgement> {
    let request = VerifyEmailRequest {
        token: body.token,
        client_address,
        session_token: state.cookies.tokens(&headers).session,
        password: body.password,
    };
    let request = on_behalf_of(&Caller::anonymous(language), request);
    state.clients.account.clone().verify_email(request).await?;
    Ok(Acknowledgement::success())
}

/// Sends another mail with a link that verifies the customer's e-mail address; sends none if it is verified.
#[utoipa::path(post, path = "/verify-email/send", tag = "auth", security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Accepted",
        example = Acknowledgement::success),
        ErrorResponse::<429>))]
pub(crate) async fn send_email_verification(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(SendEmailVerificationRequest {});
    state
        .clients
        .account
        .clone()
        .send_email_verification(request)
        .await?;
    Ok(Acknowledgement::success())
}
