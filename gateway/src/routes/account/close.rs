//! `DELETE account`.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::HeaderMap;
use proto::account::v1::CloseAccountRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{ClientAddress, Customer, Json},
    openapi::ErrorResponse,
    state::AppState,
};

/// Confirmation of the closing of the account.
#[request]
pub(crate) struct CloseAccount {
    /// Current password.
    #[serde(default)]
    #[schema(required)]
    password: String,
}

/// Closes the account: ends all sessions, cancels pending orders, and deletes all data of the customer. Orders keep
/// their number, lines and total without the person.
#[utoipa::path(delete, path = "/account", tag = "account",
    request_body(content = CloseAccount, example = json!({"password": "a password to keep"})),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Account closed",
        example = Acknowledgement::success),
        ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn close_account(
    State(state): State<AppState>,
    customer: Customer,
    headers: HeaderMap,
    ClientAddress(client_address): ClientAddress,
    Json(body): Json<CloseAccount>,
) -> ApiResult<Response> {
    let request = customer.request(CloseAccountRequest {
        password: body.password,
        client_address,
    });
    state.clients.account.clone().close_account(request).await?;
    state
        .sessions
        .invalidate_token(&state.cookies.tokens(&headers).session);
    Ok((state.cookies.remove(), Acknowledgement::success()).into_response())
}
