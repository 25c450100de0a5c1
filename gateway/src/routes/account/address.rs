//! JSON of saved addresses.

use kit::{
    domain::AddressId,
    failure::{Code, Failure},
};
use proto::account::v1 as account;
use serde_json::{Value, json};

use crate::error::ApiResult;

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
