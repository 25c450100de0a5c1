//! `POST account/addresses/{id}/default`.

use axum::extract::State;
use kit::domain::AddressId;
use proto::account::v1::SetDefaultAddressRequest;

use super::address::{Address, from_response};
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Customer, PathId},
    state::AppState,
};

/// Makes a saved address the default for shipping and billing.
#[utoipa::path(post, path = "/account/addresses/{id}/default", tag = "account",
    params(("id" = String, Path, format = Uuid, description = "Address id")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Address>, description = "Address",
        example = json!(Envelope::new(Address::example())))))]
pub(crate) async fn set_default_address(
    State(state): State<AppState>,
    customer: Customer,
    PathId(id): PathId<AddressId>,
) -> ApiResult<Envelope<Address>> {
    let request = customer.request(SetDefaultAddressRequest {
        address_id: id.to_string(),
    });
    let response = state
        .clients
        .account
        .clone()
        .set_default_address(request)
        .await?
        .into_inner();
    Ok(Envelope::new(from_response(response.address)?))
}
