//! Reads the fields of a request and collects all that is wrong with them.

use kit::domain::{Email, Phone, Text, TextError};

use crate::{
    error::AccountError,
    password::{NewPassword, PasswordError},
};

/// What is wrong so far: names as in the REST contract, each with a message key.
#[derive(Debug, Default)]
pub(crate) struct Fields(Vec<(&'static str, &'static str)>);

impl Fields {
    /// This field is wrong.
    pub(crate) fn refuse(&mut self, name: &'static str, key: &'static str) {
        self.0.push((name, key));
    }

    /// A text on one line, of `MIN` to `MAX` characters.
    pub(crate) fn line<const MIN: usize, const MAX: usize>(
        &mut self,
        name: &'static str,
        text: &str,
    ) -> Option<String> {
        let parsed = Text::<MIN, MAX>::parse(text).and_then(|parsed| {
            // Names and streets end up in mails and on parcels, where a line break would start another field.
            if parsed.as_str().chars().any(char::is_control) {
                Err(TextError::Invalid)
            } else {
                Ok(parsed.into_string())
            }
        });
        self.keep(name, parsed.map_err(TextError::message_key))
    }

    /// An e-mail address.
    pub(crate) fn email(&mut self, name: &'static str, text: &str) -> Option<Email> {
        let parsed = Email::parse(text).map_err(|problem| match problem {
            TextError::Invalid | TextError::TooShort => "CONTACT.FORM.INVALID_EMAIL",
            TextError::Missing | TextError::TooLong => problem.message_key(),
        });
        self.keep(name, parsed)
    }

    /// A phone number, spaces, dashes and brackets aside; at most 30 characters as it was typed.
    pub(crate) fn phone(&mut self, name: &'static str, text: &str) -> Option<Phone> {
        let parsed = if text.trim().chars().count() > 30 {
            Err(TextError::TooLong.message_key())
        } else {
            Phone::parse_lenient(text).map_err(|problem| match problem {
                TextError::Missing => problem.message_key(),
                _ => "CONTACT.FORM.INVALID_PHONE",
            })
        };
        self.keep(name, parsed)
    }

    /// A password that is to be set.
    pub(crate) fn new_password(&mut self, name: &'static str, text: &str) -> Option<NewPassword> {
        self.keep(name, NewPassword::parse(text).map_err(PasswordError::message_key))
    }

    /// Whether nothing was wrong.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All that was wrong.
    pub(crate) fn into_error(self) -> AccountError {
        AccountError::Fields(self.0)
    }

    fn keep<T>(&mut self, name: &'static str, parsed: Result<T, &'static str>) -> Option<T> {
        parsed.map_err(|key| self.refuse(name, key)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_wrong_is_told() {
        let mut fields = Fields::default();
        assert_eq!(fields.line::<2, 100>("name", "L"), None);
        assert_eq!(fields.line::<2, 100>("lastname", "Məm\nmədova"), None);
        assert_eq!(fields.line::<2, 100>("city", " Bakı "), Some("Bakı".to_owned()));
        assert!(fields.email("email", "leyla").is_none());
        assert!(fields.email("otherEmail", " ").is_none());
        assert!(fields.phone("phoneNumber", "12").is_none());
        assert!(fields.phone("otherPhone", &" 1-".repeat(15)).is_none());
        let AccountError::Fields(wrong) = fields.into_error() else {
            panic!("wrong fields")
        };
        assert_eq!(
            wrong,
            [
                ("name", "FIELD.TOO_SHORT"),
                ("lastname", "FIELD.INVALID"),
                ("email", "CONTACT.FORM.INVALID_EMAIL"),
                ("otherEmail", "FIELD.REQUIRED"),
                ("phoneNumber", "CONTACT.FORM.INVALID_PHONE"),
                ("otherPhone", "FIELD.TOO_LONG"),
            ]
        );
    }
}
