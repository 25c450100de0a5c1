//! `POST Auth/verify-email/send`.

use axum::extract::State;
use proto::account::v1::SendEmailVerificationRequest;

use crate::{
    envelope::Acknowledgement, error::ApiResult, extract::Customer, openapi::ErrorResponse, state::AppState,
};

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
