//! `GET account/addresses`.

use axum::extract::State;
use proto::account::v1::ListAddressesRequest;

use super::address::Address;
use crate::{envelope::Envelope, error::ApiResult, extract::Customer, state::AppState};

/// Lists the customer's addresses, oldest first.
#[utoipa::path(get, path = "/account/addresses", tag = "account", security(("session" = [])),
    responses((status = 200, body = Envelope<Vec<Address>>, description = "Saved addresses",
        example = json!(Envelope::new([Address::example()])))))]
pub(crate) async fn list_addresses(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Envelope<Vec<Address>>> {
    let request = customer.request(ListAddressesRequest {});
    let response = state
        .clients
        .account
        .clone()
        .list_addresses(request)
        .await?
        .into_inner();
    Ok(Envelope::new(
        response.addresses.into_iter().map(Address::from).collect(),
    ))
}
