//! Personal details of an account, and its end.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::HeaderMap;
use proto::account::v1::{CloseAccountRequest, GetDetailsRequest, UpdateDetailsRequest};

use crate::{
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{ClientAddress, Customer, Json},
    openapi::ErrorResponse,
    state::AppState,
};

/// Customer details.
#[response]
pub(crate) struct Details {
    /// UUID.
    id: String,
    name: String,
    lastname: String,
    email: String,
    /// Whether the customer has followed a link that was mailed to the address.
    email_verified: bool,
}

/// Returns the customer's details.
#[utoipa::path(get, path = "/account/details", tag = "account", security(("session" = [])),
    responses((status = 200, body = Envelope<Details>, description = "Customer details",
        example = json!({"success": true, "message": null, "data": {
            "id": "01936b2e-7c00-7000-8000-000000000001", "name": "Leyla", "lastname": "Nümunə",
            "email": "leyla@example.com", "emailVerified": true}}))))]
pub(crate) async fn get_details(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Envelope<Details>> {
    let request = customer.request(GetDetailsRequest {});
    let details = state
        .clients
        .account
        .clone()
        .get_details(request)
        .await?
        .into_inner();
    Ok(Envelope::new(Details {
        id: details.user_id,
        name: details.name,
        lastname: details.lastname,
        email: details.email,
        email_verified: details.email_verified,
    }))
}

/// New customer details. The password changes if both passwords are given.
#[request]
pub(crate) struct UpdateDetails {
    /// First name, 2 to 100 characters.
    #[serde(default)]
    #[schema(required)]
    name: String,
    /// Last name, 2 to 100 characters.
    #[serde(default)]
    #[schema(required)]
    lastname: String,
    current_password: Option<String>,
    /// Password, 8 to 128 characters; common passwords are rejected.
    new_password: Option<String>,
}

/// Updates the name and, if both passwords are given, the password, which ends all other sessions.
#[utoipa::path(put, path = "/account/details", tag = "account",
    request_body(content = UpdateDetails, example = json!({"name": "Leyla", "lastname": "Nümunə"})),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Details updated",
        example = Acknowledgement::success),
        ErrorResponse::<429>))]
pub(crate) async fn update_details(
    State(state): State<AppState>,
    customer: Customer,
    ClientAddress(client_address): ClientAddress,
    Json(body): Json<UpdateDetails>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(UpdateDetailsRequest {
        name: body.name,
        lastname: body.lastname,
        current_password: body.current_password.unwrap_or_default(),
        new_password: body.new_password.unwrap_or_default(),
        family_id: customer.session.family_id.to_string(),
        client_address,
    });
    state.clients.account.clone().update_details(request).await?;
    Ok(Acknowledgement::success())
}

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
