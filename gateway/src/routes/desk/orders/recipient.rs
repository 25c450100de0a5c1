//! The recipient of a new order: addresses and delivery.

use kit::validation::FieldErrors;
use proto::order::v1::{Delivery, PostalAddress as WireAddress};
use serde::Deserialize;
use utoipa::ToSchema;

use super::delivery::DeliveryInput;
use crate::desk::Input;

/// Person with an address.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskAddress)]
pub(crate) struct AddressInput {
    #[serde(default)]
    #[schema(value_type = String)]
    first_name: Input<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    last_name: Input<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    email: Input<String>,
    #[serde(default)]
    #[schema(value_type = String)]
    phone: Input<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    address: Input<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    city: Input<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    state: Input<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    postal_code: Input<String>,
}

impl AddressInput {
    fn into_message(self, errors: &mut FieldErrors) -> WireAddress {
        WireAddress {
            first_name: self.first_name.text(errors, "firstName"),
            last_name: self.last_name.text(errors, "lastName"),
            email: self.email.text(errors, "email"),
            phone: self.phone.text(errors, "phone"),
            address: self.address.text(errors, "address"),
            city: self.city.text(errors, "city"),
            state: self.state.text(errors, "state"),
            postal_code: self.postal_code.text(errors, "postalCode"),
            country: String::new(),
        }
    }
}

/// The addresses and the delivery of an order.
pub(super) struct Recipient {
    pub(super) shipping: WireAddress,
    pub(super) billing: Option<WireAddress>,
    pub(super) delivery: Option<Delivery>,
}

impl Recipient {
    /// Converts the parts of a request.
    pub(super) fn parse(
        errors: &mut FieldErrors,
        shipping: Input<AddressInput>,
        billing: Input<AddressInput>,
        delivery: Input<DeliveryInput>,
    ) -> Self {
        let shipping = shipping.optional(errors, "shippingAddress");
        let billing = billing.optional(errors, "billingAddress");
        Self {
            shipping: nested(errors, "shippingAddress", shipping.unwrap_or_default()),
            billing: billing.map(|address| nested(errors, "billingAddress", address)),
            delivery: delivery.optional(errors, "delivery").map(|delivery| {
                let mut nested = FieldErrors::default();
                let message = delivery.into_message(&mut nested);
                errors.nest("delivery", nested);
                message
            }),
        }
    }
}

fn nested(errors: &mut FieldErrors, field: &str, address: AddressInput) -> WireAddress {
    let mut nested = FieldErrors::default();
    let message = address.into_message(&mut nested);
    errors.nest(field, nested);
    message
}
