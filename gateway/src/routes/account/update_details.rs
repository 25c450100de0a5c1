//! `PUT account/details`.

use axum::extract::State;
use proto::account::v1::UpdateDetailsRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{ClientAddress, Customer, Json},
    openapi::ErrorResponse,
    state::AppState,
};

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
