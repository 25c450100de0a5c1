//! `PUT account/addresses/{id}`.

use axum::extract::State;
use kit::domain::AddressId;
use proto::account::v1::UpdateAddressRequest;

use super::address::{Address, SaveAddress, from_response};
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Customer, Json, PathId},
    state::AppState,
};

/// Updates a saved address.
#[utoipa::path(put, path = "/account/addresses/{id}", tag = "account",
    request_body(content = SaveAddress, example = SaveAddress::example),
    params(("id" = String, Path, format = Uuid, description = "Address id")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Address>, description = "Address",
        example = json!(Envelope::new(Address::example())))))]
pub(crate) async fn update_address(
    State(state): State<AppState>,
    customer: Customer,
    PathId(id): PathId<AddressId>,
    Json(body): Json<SaveAddress>,
) -> ApiResult<Envelope<Address>> {
    let request = customer.request(UpdateAddressRequest {
        address: Some(body.into_message(Some(id))),
    });
    let response = state
        .clients
        .account
        .clone()
        .update_address(request)
        .await?
        .into_inner();
    Ok(Envelope::new(from_response(response.address)?))
}
