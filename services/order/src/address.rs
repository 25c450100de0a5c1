//! A postal address with its person.

use kit::domain::{Email, Phone, Text, TextError};

/// The only country that the shop delivers in, as it is stored.
const COUNTRY: &str = "Azerbaijan";

/// Its names in the three languages, in lower case.
const COUNTRY_NAMES: [&str; 3] = ["azerbaijan", "azərbaycan", "азербайджан"];

/// Characters of a phone number at most, spaces and brackets included.
const LONGEST_PHONE: usize = 30;

/// An address that was checked when it was given.
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

/// An address is personal: it never shows in logs.
impl std::fmt::Debug for Address {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Address(…)")
    }
}

/// A field of an address and the message key of what is wrong with it.
pub(crate) type Problem = (&'static str, &'static str);

impl Address {
    /// Trims and checks all fields; names every field that is wrong.
    pub(crate) fn parse(given: &Self) -> Result<Self, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut keep = |field: &'static str, checked: Result<String, &'static str>| {
            checked.unwrap_or_else(|key| {
                problems.push((field, key));
                String::new()
            })
        };
        let address = Self {
            first_name: keep("firstName", text::<100>(&given.first_name)),
            last_name: keep("lastName", text::<100>(&given.last_name)),
            email: keep("email", email(&given.email)),
            phone: keep("phone", phone(&given.phone)),
            street: keep("address", text::<200>(&given.street)),
            city: keep("city", text::<200>(&given.city)),
            state: keep("state", text::<200>(&given.state)),
            postal_code: keep("postalCode", text::<200>(&given.postal_code)),
            country: keep("country", country(&given.country)),
        };
        if problems.is_empty() {
            Ok(address)
        } else {
            Err(problems)
        }
    }
}

fn text<const MAX: usize>(given: &str) -> Result<String, &'static str> {
    Text::<1, MAX>::parse(given)
        .map(Text::into_string)
        .map_err(TextError::message_key)
}

fn email(given: &str) -> Result<String, &'static str> {
    match Email::parse(given) {
        Ok(email) => Ok(email.as_str().to_owned()),
        Err(TextError::Invalid) => Err("CONTACT.FORM.INVALID_EMAIL"),
        Err(problem) => Err(problem.message_key()),
    }
}

fn phone(given: &str) -> Result<String, &'static str> {
    if given.trim().chars().count() > LONGEST_PHONE {
        return Err(TextError::TooLong.message_key());
    }
    match Phone::parse_lenient(given) {
        Ok(phone) => Ok(phone.as_str().to_owned()),
        Err(TextError::Invalid) => Err("CONTACT.FORM.INVALID_PHONE"),
        Err(problem) => Err(problem.message_key()),
    }
}

fn country(given: &str) -> Result<String, &'static str> {
    let name = text::<200>(given)?.to_lowercase();
    if COUNTRY_NAMES.contains(&name.as_str()) {
        Ok(COUNTRY.to_owned())
    } else {
        Err("FIELD.COUNTRY")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given() -> Address {
        Address {
            first_name: " Leyla ".to_owned(),
            last_name: "Məmmədova".to_owned(),
            email: "Leyla@Example.com".to_owned(),
            phone: "+994 (50) 123-45-67".to_owned(),
            street: "Nizami 1".to_owned(),
            city: "Bakı".to_owned(),
            state: "Bakı".to_owned(),
            postal_code: "AZ1000".to_owned(),
            country: "Azərbaycan".to_owned(),
        }
    }

    #[test]
    fn a_good_address_is_kept_in_one_spelling() {
        let address = Address::parse(&given()).unwrap();
        assert_eq!(address.first_name, "Leyla");
        assert_eq!(address.email, "leyla@example.com");
        assert_eq!(address.phone, "+994501234567");
        assert_eq!(address.country, "Azerbaijan");
    }

    #[test]
    fn all_nine_fields_are_required() {
        let problems = Address::parse(&Address::default()).unwrap_err();
        let fields: Vec<_> = problems.iter().map(|(field, _)| *field).collect();
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
        assert!(problems.iter().all(|(_, key)| *key == "FIELD.REQUIRED"));
    }

    #[test]
    fn each_field_is_held_to_its_form() {
        let wrong = Address {
            first_name: "a".repeat(101),
            email: "leyla".to_owned(),
            phone: "12".to_owned(),
            city: "b".repeat(201),
            state: "a\0b".to_owned(),
            country: "Atlantis".to_owned(),
            ..given()
        };
        assert_eq!(
            Address::parse(&wrong).unwrap_err(),
            [
                ("firstName", "FIELD.TOO_LONG"),
                ("email", "CONTACT.FORM.INVALID_EMAIL"),
                ("phone", "CONTACT.FORM.INVALID_PHONE"),
                ("city", "FIELD.TOO_LONG"),
                ("state", "FIELD.INVALID"),
                ("country", "FIELD.COUNTRY"),
            ]
        );
        let long = Address {
            phone: format!("+994501234567{}", " ".repeat(20) + "1"),
            ..given()
        };
        assert_eq!(Address::parse(&long).unwrap_err(), [("phone", "FIELD.TOO_LONG")]);
    }
}
