//! Postal addresses of orders.

use kit::{
    domain::{Text, TextError},
    validation::{FieldErrors, REQUIRED},
};

/// The only country with delivery, as stored.
const COUNTRY: &str = "Azerbaijan";

/// Its names in the three languages, in lower case.
const COUNTRY_NAMES: [&str; 3] = ["azerbaijan", "azərbaycan", "азербайджан"];

/// A person with a postal address.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Address {
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) email: String,
    /// An optional `+` and digits.
    pub(crate) phone: String,
    /// Street, house, flat.
    pub(crate) street: String,
    pub(crate) city: String,
    /// The region.
    pub(crate) state: String,
    pub(crate) postal_code: String,
    pub(crate) country: String,
}

/// Hides the address from logs: it is personal data.
impl std::fmt::Debug for Address {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Address(…)")
    }
}

impl Address {
    /// Validates and normalises all fields.
    pub(crate) fn parse(request: &Self) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::default();
        let first_name = errors.name::<1, 100>("firstName", &request.first_name);
        let last_name = errors.name::<1, 100>("lastName", &request.last_name);
        let email = errors.email("email", &request.email);
        let phone = errors.phone("phone", &request.phone);
        let street = errors.text::<1, 200>("address", &request.street);
        let city = errors.text::<1, 200>("city", &request.city);
        let state = errors.text::<1, 200>("state", &request.state);
        let postal_code = errors.text::<1, 200>("postalCode", &request.postal_code);
        let country = errors.check("country", country(&request.country));
        let address = (|| {
            Some(Self {
                first_name: first_name?,
                last_name: last_name?,
                email: email?.as_str().to_owned(),
                phone: phone?.as_str().to_owned(),
                street: street?,
                city: city?,
                state: state?,
                postal_code: postal_code?,
                country: country?,
            })
        })();
        address.ok_or(errors)
    }
}

impl Address {
    /// Validates and normalises the address of an order by hand: first name and phone are needed, with `needs_street`
    /// also street and city. The country is the only one with delivery.
    pub(crate) fn parse_partial(request: &Self, needs_street: bool) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::default();
        let first_name = errors.name::<1, 100>("firstName", &request.first_name);
        let last_name = errors.name::<0, 100>("lastName", &request.last_name);
        let email = if request.email.trim().is_empty() {
            Some(String::new())
        } else {
            errors
                .email("email", &request.email)
                .map(|email| email.as_str().to_owned())
        };
        let phone = errors.phone("phone", &request.phone);
        let street = errors.text::<0, 200>("address", &request.street);
        let city = errors.text::<0, 200>("city", &request.city);
        for (field, text) in [("address", &street), ("city", &city)] {
            let is_given = text.as_ref().is_none_or(|text| !text.is_empty());
            errors.ensure(is_given || !needs_street, field, REQUIRED);
        }
        let state = errors.text::<0, 200>("state", &request.state);
        let postal_code = errors.text::<0, 200>("postalCode", &request.postal_code);
        let address = (|| {
            Some(Self {
                first_name: first_name?,
                last_name: last_name?,
                email: email?,
                phone: phone?.as_str().to_owned(),
                street: street?,
                city: city?,
                state: state?,
                postal_code: postal_code?,
                country: COUNTRY.to_owned(),
            })
        })();
        errors.is_empty().then_some(address).flatten().ok_or(errors)
    }
}

fn country(text: &str) -> Result<String, &'static str> {
    let name = Text::<1, 200>::parse(text).map_err(TextError::message_key)?;
    if COUNTRY_NAMES.contains(&name.as_str().to_lowercase().as_str()) {
        Ok(COUNTRY.to_owned())
    } else {
        Err("FIELD.COUNTRY")
    }
}

#[cfg(test)]
mod tests {
    use kit::failure::Failure;

    use super::*;

    fn errors(request: &Address) -> Vec<(String, String)> {
        Failure::from(Address::parse(request).unwrap_err()).fields
    }

    fn valid() -> Address {
        Address {
            first_name: " Ley\u{ad}la ".to_owned(),
            last_name: "Məmmədova".to_owned(),
            email: "Leyla@Example.com".to_owned(),
            phone: "+994 (0)50 123.45–67".to_owned(),
            street: "Nizami 1".to_owned(),
            city: "Bakı".to_owned(),
            state: "Bakı".to_owned(),
            postal_code: "AZ1000".to_owned(),
            country: "Azərbaycan".to_owned(),
        }
    }

    #[test]
    fn normalises_a_valid_address() {
        let address = Address::parse(&valid()).unwrap();
        assert_eq!(address.first_name, "Leyla");
        assert_eq!(address.email, "leyla@example.com");
        assert_eq!(address.phone, "+994501234567");
        assert_eq!(address.country, "Azerbaijan");
    }

    #[test]
    fn all_nine_fields_are_required() {
        let errors = errors(&Address::default());
        let fields: Vec<_> = errors.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(
            fields,
            [
                "firstName",
                "lastName",
                "email",
                "phone",
                "address",
                "city",
                "state",
                "postalCode",
                "country"
            ]
        );
        assert!(errors.iter().all(|(_, key)| key == "FIELD.REQUIRED"));
    }

    #[test]
    fn validates_each_field() {
        let invalid = Address {
            first_name: "a".repeat(101),
            email: "leyla".to_owned(),
            phone: "12".to_owned(),
            city: "b".repeat(201),
            state: "a\0b".to_owned(),
            country: "Atlantis".to_owned(),
            ..valid()
        };
        assert_eq!(
            errors(&invalid),
            [
                ("firstName", "FIELD.TOO_LONG"),
                ("email", "CONTACT.FORM.INVALID_EMAIL"),
                ("phone", "CONTACT.FORM.INVALID_PHONE"),
                ("city", "FIELD.TOO_LONG"),
                ("state", "FIELD.INVALID"),
                ("country", "FIELD.COUNTRY"),
            ]
            .map(|(field, key)| (field.to_owned(), key.to_owned()))
        );
        let long = Address {
            phone: format!("+994501234567{}", " ".repeat(20) + "1"),
            ..valid()
        };
        assert_eq!(errors(&long), [("phone".to_owned(), "FIELD.TOO_LONG".to_owned())]);
    }
}
