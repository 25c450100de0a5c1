//! Conversions between protobuf messages and domain types.

use kit::{
    convert::timestamp,
    domain::{AddressId, FamilyId, ProductId},
    failure::Failure,
    validation::{FieldErrors, INVALID, TOO_LONG},
};
use proto::account::v1 as wire;
use time::Duration;

use crate::{
    address::{Address, COUNTRY, Defaults, Details, MAX_STREET_LINE, street_line},
    error::AccountError,
    session::{Session, cookie_seconds},
    token::TokenPair,
};

/// Converts a session.
pub(super) fn session(session: &Session) -> wire::Session {
    wire::Session {
        user_id: session.user.to_string(),
        family_id: session.family.to_string(),
        role: session.role.into(),
        discount_percent: session.discount.into(),
        expires_at: Some(timestamp(session.expires_at)),
        staff_role: session.staff_role.map(Into::into).unwrap_or_default(),
    }
}

/// Converts a pair that is issued now, of a family of this age.
pub(super) fn tokens(pair: &TokenPair, family_age: Duration) -> wire::TokenPair {
    let (session_seconds, refresh_seconds) = cookie_seconds(family_age);
    wire::TokenPair {
        session_token: pair.session.encode(),
        refresh_token: pair.refresh.encode(),
        session_seconds,
        refresh_seconds,
    }
}

impl From<Address> for wire::Address {
    fn from(address: Address) -> Self {
        Self {
            id: address.id.to_string(),
            full_name: address.details.full_name,
            phone_number: address.details.phone_number,
            street_address: address.details.street_address,
            apartment: address.details.apartment,
            city: address.details.city,
            state: address.details.state,
            zip_code: address.details.zip_code,
            country: COUNTRY.to_owned(),
            is_default_shipping: address.defaults.shipping,
            is_default_billing: address.defaults.billing,
        }
    }
}

/// Validates an address and its default flags. Ignores the country.
pub(super) fn address_details(address: Option<&wire::Address>) -> Result<(Details, Defaults), Failure> {
    let empty = wire::Address::default();
    let address = address.unwrap_or(&empty);
    let mut errors = FieldErrors::default();
    let full_name = errors.name::<2, 100>("fullName", &address.full_name);
    let phone_number = errors.phone("phoneNumber", &address.phone_number);
    let street_address = errors.line::<1, 200>("streetAddress", &address.street_address);
    let apartment = errors.line::<0, 200>("apartment", &address.apartment);
    let city = errors.line::<1, 200>("city", &address.city);
    let state = errors.line::<1, 200>("state", &address.state);
    let zip_code = errors.line::<1, 200>("zipCode", &address.zip_code);
    if let (Some(street), Some(apartment)) = (&street_address, &apartment) {
        let is_short = street_line(street, apartment).chars().count() <= MAX_STREET_LINE;
        errors.ensure(is_short, "apartment", TOO_LONG);
    }
    let fields = (
        full_name,
        phone_number,
        street_address,
        apartment,
        city,
        state,
        zip_code,
    );
    let (full_name, phone_number, street_address, apartment, city, state, zip_code) =
        errors.finish(fields)?;
    let details = Details {
        full_name,
        phone_number: phone_number.as_str().to_owned(),
        street_address,
        apartment,
        city,
        state,
        zip_code,
    };
    let requested = Defaults {
        shipping: address.is_default_shipping,
        billing: address.is_default_billing,
    };
    Ok((details, requested))
}

/// Parses an address's id. A malformed one is an unknown one.
pub(super) fn address_id(text: &str) -> Result<AddressId, AccountError> {
    text.parse().map_err(|_| AccountError::AddressNotFound)
}

/// Parses a product's id. A malformed one is an unknown one.
pub(super) fn product_id(number: i64) -> Result<ProductId, AccountError> {
    ProductId::try_from(number).map_err(|_| AccountError::ProductNotFound)
}

/// Parses the optional id of a session family.
pub(super) fn family_id(text: &str) -> Result<Option<FamilyId>, Failure> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| Failure::invalid_field("familyId", INVALID))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn street_and_apartment_fit_into_one_field_of_the_checkout() {
        let check = |street: usize, apartment: &str| {
            let address = wire::Address {
                full_name: "Leyla Məmmədova".to_owned(),
                phone_number: "+994501234567".to_owned(),
                street_address: "ə".repeat(street),
                apartment: apartment.to_owned(),
                city: "Bakı".to_owned(),
                state: "Bakı".to_owned(),
                zip_code: "AZ1000".to_owned(),
                ..wire::Address::default()
            };
            address_details(Some(&address)).map_err(|failure| failure.fields)
        };
        let too_long = |field: &str| vec![(field.to_owned(), TOO_LONG.to_owned())];
        // A comma and a space join them.
        assert!(check(150, &"m".repeat(48)).is_ok());
        assert_eq!(check(150, &"m".repeat(49)).unwrap_err(), too_long("apartment"));
        assert!(check(200, " ").is_ok());
        assert_eq!(check(201, "").unwrap_err(), too_long("streetAddress"));
    }

    #[test]
    fn names_all_invalid_fields_of_an_address() {
        let fields = address_details(None).unwrap_err().fields;
        let names: Vec<_> = fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "fullName",
                "phoneNumber",
                "streetAddress",
                "city",
                "state",
                "zipCode"
            ]
        );
    }
}
