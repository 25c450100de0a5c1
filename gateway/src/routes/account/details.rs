//! `GET account/details`.

use axum::extract::State;
use proto::account::v1::GetDetailsRequest;

use crate::{envelope::Envelope, error::ApiResult, extract::Customer, state::AppState};

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
