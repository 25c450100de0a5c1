//! `POST account/addresses`.

use axum::extract::State;
use proto::account::v1::CreateAddressRequest;

use super::address::{Address, SaveAddress, from_response};
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Customer, Json},
    openapi::ErrorResponse,
    state::AppState,
};

/// Saves an address; the first one becomes the default for shipping and billing.
#[utoipa::path(post, path = "/account/addresses", tag = "account",
    request_body(content = SaveAddress, example = SaveAddress::example),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Address>, description = "Address",
        example = json!(Envelope::new(Address::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn create_address(
    State(state): State<AppState>,
    customer: Customer,
    Json(body): Json<SaveAddress>,
) -> ApiResult<Envelope<Address>> {
    let request = customer.request(CreateAddressRequest {
        address: Some(body.into_message(None)),
    });
    let response = state
        .clients
        .account
        .clone()
        .create_address(request)
        .await?
        .into_inner();
    Ok(Envelope::new(from_response(response.address)?))
}
