//! The recipient of a new order: addresses and delivery.

use kit::validation::FieldErrors;
use proto::order::v1::{Delivery, PostalAddress as WireAddress};

use super::delivery::DeliveryInput;
use crate::extract::{Input, Optional};

/// Person with an address.
#[request]
#[derive(Debug, Clone, Default)]
#[schema(as = DeskAddress)]
pub(crate) struct AddressInput {
    first_name: Input<String>,
    last_name: Optional<String>,
    email: Optional<String>,
    phone: Input<String>,
    address: Optional<String>,
    city: Optional<String>,
    state: Optional<String>,
    postal_code: Optional<String>,
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
    /// Converts an address; `None` if the body has none.
    pub(super) fn address(
        errors: &mut FieldErrors,
        field: &str,
        address: Input<AddressInput>,
    ) -> Option<WireAddress> {
        let address = address.optional(errors, field)?;
        Some(nested(errors, field, address))
    }

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
