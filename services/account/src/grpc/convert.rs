//! Between the contract's messages and the service's own types.

use kit::domain::{AddressId, FamilyId, ProductId};
use proto::account::v1 as wire;
use time::{Duration, OffsetDateTime};

use crate::{
    address::{Address, COUNTRY, Defaults, Details},
    error::AccountError,
    fields::Fields,
    session::{Session, cookie_seconds},
    store::session::Ended,
    token::Pair,
};

/// A session.
pub(super) fn session(session: &Session) -> wire::Session {
    wire::Session {
        user_id: session.user.to_string(),
        family_id: session.family.to_string(),
        role: wire::Role::from(session.role).into(),
        discount_percent: session.discount.into(),
        expires_at: Some(timestamp(session.expires_at)),
    }
}

/// A pair that is handed out now, of a family of this age.
pub(super) fn tokens(pair: &Pair, family_age: Duration) -> wire::TokenPair {
    let (session_seconds, refresh_seconds) = cookie_seconds(family_age);
    wire::TokenPair {
        session_token: pair.session.encode(),
        refresh_token: pair.refresh.encode(),
        session_seconds,
        refresh_seconds,
    }
}

fn timestamp(at: OffsetDateTime) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: at.unix_timestamp(),
        // Below a thousand million always.
        nanos: i32::try_from(at.nanosecond()).unwrap_or_default(),
    }
}

/// An address.
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

/// What an address is to say, and of what it is to be the default. Its country is not asked for.
pub(super) fn address_details(address: Option<&wire::Address>) -> Result<(Details, Defaults), AccountError> {
    let nothing = wire::Address::default();
    let address = address.unwrap_or(&nothing);
    let mut fields = Fields::default();
    let full_name = fields.line::<2, 100>("fullName", &address.full_name);
    let phone_number = fields.phone("phoneNumber", &address.phone_number);
    let street_address = fields.line::<1, 200>("streetAddress", &address.street_address);
    let apartment = fields.line::<0, 200>("apartment", &address.apartment);
    let city = fields.line::<1, 200>("city", &address.city);
    let state = fields.line::<1, 200>("state", &address.state);
    let zip_code = fields.line::<1, 200>("zipCode", &address.zip_code);
    let details = (|| {
        Some(Details {
            full_name: full_name?,
            phone_number: phone_number?.as_str().to_owned(),
            street_address: street_address?,
            apartment: apartment?,
            city: city?,
            state: state?,
            zip_code: zip_code?,
        })
    })();
    let asked = Defaults {
        shipping: address.is_default_shipping,
        billing: address.is_default_billing,
    };
    details
        .map(|details| (details, asked))
        .ok_or_else(|| fields.into_error())
}

/// An id of an address; what is none names no address.
pub(super) fn address_id(text: &str) -> Result<AddressId, AccountError> {
    text.parse().map_err(|_| AccountError::AddressNotFound)
}

/// An id of a product; what is none names no product.
pub(super) fn product_id(number: i64) -> Result<ProductId, AccountError> {
    ProductId::try_from(number).map_err(|_| AccountError::ProductNotFound)
}

/// The family that stays when the others end; empty = none stays.
pub(super) fn family_id(text: &str) -> Result<Option<FamilyId>, AccountError> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| AccountError::field("familyId", "FIELD.INVALID"))
}

/// Publishes that families are over, one event for each user.
pub(super) async fn publish_ended(
    connection: &mut sqlx::PgConnection,
    mut ended: Ended,
) -> Result<(), sqlx::Error> {
    ended.sort_unstable();
    for families in ended.chunk_by(|(one, _), (other, _)| one == other) {
        let Some((user, _)) = families.first() else {
            continue;
        };
        let ids: Vec<_> = families.iter().map(|(_, family)| *family).collect();
        kit::events::append(connection, &crate::events::session_revoked(*user, &ids)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrong_field_of_an_address_is_named() {
        let Err(AccountError::Fields(fields)) = address_details(None) else {
            panic!("an empty address is wrong")
        };
        let names: Vec<_> = fields.iter().map(|(name, _)| *name).collect();
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
