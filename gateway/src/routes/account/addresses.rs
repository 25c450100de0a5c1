//! Addresses of an account.

use axum::extract::State;
use kit::{
    domain::AddressId,
    failure::{Code, Failure},
};
use proto::account::{
    v1 as account,
    v1::{
        CreateAddressRequest, DeleteAddressRequest, ListAddressesRequest, SetDefaultAddressRequest,
        UpdateAddressRequest,
    },
};
use serde_json::{Value, json};

use crate::{
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Customer, Json, PathId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Saved address.
#[response]
#[expect(clippy::struct_field_names, reason = "names of the public API")]
pub(crate) struct Address {
    /// UUID.
    id: String,
    full_name: String,
    phone_number: String,
    street_address: String,
    /// Apartment number; empty if none.
    apartment: String,
    city: String,
    state: String,
    zip_code: String,
    /// Always Azerbaijan.
    country: String,
    is_default_shipping: bool,
    is_default_billing: bool,
}

/// Request to save an address. `country` is optional and always Azerbaijan.
#[request]
pub(crate) struct SaveAddress {
    /// Full name, 2 to 100 characters.
    #[serde(default)]
    #[schema(required)]
    full_name: String,
    /// Phone number: an optional `+` and 10 to 15 digits; spaces, dashes and brackets are ignored.
    #[serde(default)]
    #[schema(required)]
    phone_number: String,
    #[serde(default)]
    #[schema(required)]
    street_address: String,
    apartment: Option<String>,
    #[serde(default)]
    #[schema(required)]
    city: String,
    #[serde(default)]
    #[schema(required)]
    state: String,
    #[serde(default)]
    #[schema(required)]
    zip_code: String,
    country: Option<String>,
    /// `true` makes it the default; `false` changes nothing.
    is_default_shipping: Option<bool>,
    /// `true` makes it the default; `false` changes nothing.
    is_default_billing: Option<bool>,
}

impl Address {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "id": "01936b2e-7c00-7000-8000-000000000001", "fullName": "Leyla Nümunə",
            "phoneNumber": "+994500000000", "streetAddress": "Nümunə küçəsi 1", "apartment": "", "city": "Bakı",
            "state": "Bakı", "zipCode": "AZ1000", "country": "Azerbaijan", "isDefaultShipping": true,
            "isDefaultBilling": true,
        })
    }
}

impl SaveAddress {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "fullName": "Leyla Nümunə", "phoneNumber": "+994500000000", "streetAddress": "Nümunə küçəsi 1",
            "city": "Bakı", "state": "Bakı", "zipCode": "AZ1000", "country": "Azerbaijan",
            "isDefaultShipping": false, "isDefaultBilling": false,
        })
    }

    /// Converts to a message; `id` is `None` for a new address.
    pub(super) fn into_message(self, id: Option<AddressId>) -> account::Address {
        account::Address {
            id: id.map(|id| id.to_string()).unwrap_or_default(),
            full_name: self.full_name,
            phone_number: self.phone_number,
            street_address: self.street_address,
            apartment: self.apartment.unwrap_or_default(),
            city: self.city,
            state: self.state,
            zip_code: self.zip_code,
            country: self.country.unwrap_or_default(),
            is_default_shipping: self.is_default_shipping.unwrap_or_default(),
            is_default_billing: self.is_default_billing.unwrap_or_default(),
        }
    }
}

impl From<account::Address> for Address {
    fn from(address: account::Address) -> Self {
        Self {
            id: address.id,
            full_name: address.full_name,
            phone_number: address.phone_number,
            street_address: address.street_address,
            apartment: address.apartment,
            city: address.city,
            state: address.state,
            zip_code: address.zip_code,
            country: address.country,
            is_default_shipping: address.is_default_shipping,
            is_default_billing: address.is_default_billing,
        }
    }
}

/// Converts the address in a response.
pub(super) fn from_response(address: Option<account::Address>) -> ApiResult<Address> {
    let address = address
        .ok_or_else(|| Failure::new(Code::Internal).with_source("account responded without an address"))?;
    Ok(address.into())
}

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

/// Removes a saved address.
#[utoipa::path(delete, path = "/account/addresses/{id}", tag = "account",
    params(("id" = String, Path, format = Uuid, description = "Address id")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Address removed",
        example = Acknowledgement::success)))]
pub(crate) async fn delete_address(
    State(state): State<AppState>,
    customer: Customer,
    PathId(id): PathId<AddressId>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(DeleteAddressRequest {
        address_id: id.to_string(),
    });
    state.clients.account.clone().delete_address(request).await?;
    Ok(Acknowledgement::success())
}

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
