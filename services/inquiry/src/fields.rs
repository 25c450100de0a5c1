//! Reads the fields of a form and collects all that is wrong with them.

use kit::domain::{Email, Phone, ProductId, Quantity, Text, TextError};

use crate::error::InquiryError;

/// Characters of a phone number at most, spaces and brackets included.
const LONGEST_PHONE: usize = 30;

/// Characters of a sender's key at most.
const LONGEST_KEY: usize = 255;

/// What is wrong so far: names as in the REST contract, each with a message key.
#[derive(Debug, Default)]
pub(crate) struct Fields(Vec<(&'static str, &'static str)>);

impl Fields {
    /// A required text on one line, of `MAX` characters at most.
    pub(crate) fn line<const MAX: usize>(&mut self, name: &'static str, text: &str) -> Option<String> {
        let parsed = Text::<1, MAX>::parse(text).and_then(|parsed| {
            // Names end up in mails, where a line break would start another field.
            if parsed.as_str().chars().any(char::is_control) {
                Err(TextError::Invalid)
            } else {
                Ok(parsed.into_string())
            }
        });
        self.keep(name, parsed.map_err(TextError::message_key))
    }

    /// A required text that may have several lines, of `MAX` characters at most.
    pub(crate) fn text<const MAX: usize>(&mut self, name: &'static str, text: &str) -> Option<String> {
        let parsed = Text::<1, MAX>::parse(text).map(Text::into_string);
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

    /// A phone number that somebody can be called at: an optional `+` and 10 to 15 digits, spaces, dashes and brackets
    /// aside.
    pub(crate) fn phone(&mut self, name: &'static str, text: &str) -> Option<Phone> {
        let parsed = if text.trim().chars().count() > LONGEST_PHONE {
            Err(TextError::TooLong.message_key())
        } else {
            Phone::parse_lenient(text).map_err(|problem| match problem {
                TextError::Missing => problem.message_key(),
                _ => "CONTACT.FORM.INVALID_PHONE",
            })
        };
        self.keep(name, parsed)
    }

    /// A phone number in whatever way it was typed.
    pub(crate) fn any_phone(&mut self, name: &'static str, text: &str) -> Option<String> {
        self.line::<LONGEST_PHONE>(name, text)
    }

    /// A product.
    pub(crate) fn product(&mut self, name: &'static str, id: i64) -> Option<ProductId> {
        self.keep(name, ProductId::try_from(id).map_err(|_| "FIELD.INVALID"))
    }

    /// Pieces, where somebody says how many.
    pub(crate) fn quantity(&mut self, name: &'static str, pieces: Option<u32>) -> Option<Quantity> {
        let parsed = Quantity::try_from(pieces?).map_err(|_| "FIELD.OUT_OF_RANGE");
        self.keep(name, parsed)
    }

    /// The key of this attempt; empty = none.
    pub(crate) fn key<'key>(&mut self, key: &'key str) -> Option<&'key str> {
        let parsed = if key.chars().count() > LONGEST_KEY {
            Err("FIELD.TOO_LONG")
        } else if key.bytes().all(|byte| byte.is_ascii_graphic()) {
            Ok(key)
        } else {
            Err("FIELD.INVALID")
        };
        self.keep("Idempotency-Key", parsed)
    }

    /// Whether nothing was wrong.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All that was wrong.
    pub(crate) fn into_error(self) -> InquiryError {
        InquiryError::Fields(self.0)
    }

    fn keep<T>(&mut self, name: &'static str, parsed: Result<T, &'static str>) -> Option<T> {
        parsed.map_err(|key| self.0.push((name, key))).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn all_that_is_wrong_is_told() {
        let mut fields = Fields::default();
        assert_eq!(fields.line::<100>("name", " "), None);
        assert_eq!(fields.line::<100>("surname", "Məm\nmədova"), None);
        assert_eq!(fields.text::<5_000>("message", "a\0b"), None);
        assert!(fields.email("email", "leyla").is_none());
        assert!(fields.email("otherEmail", "").is_none());
        assert!(fields.product("productId", -1).is_none());
        let InquiryError::Fields(wrong) = fields.into_error() else {
            panic!("wrong fields")
        };
        assert_eq!(
            wrong,
            [
                ("name", "FIELD.REQUIRED"),
                ("surname", "FIELD.INVALID"),
                ("message", "FIELD.INVALID"),
                ("email", "CONTACT.FORM.INVALID_EMAIL"),
                ("otherEmail", "FIELD.REQUIRED"),
                ("productId", "FIELD.INVALID"),
            ]
        );
    }

    #[test]
    fn lengths_are_counted_in_characters_after_trimming() {
        let mut fields = Fields::default();
        let longest = format!(" {} ", "ə".repeat(100));
        assert!(fields.line::<100>("name", &longest).is_some());
        assert!(fields.any_phone("phone", &"٣".repeat(30)).is_some());
        assert!(fields.key(&"k".repeat(255)).is_some());
        assert!(fields.is_empty());
        assert!(fields.line::<100>("name", &"ə".repeat(101)).is_none());
        assert!(fields.any_phone("phone", &"1".repeat(31)).is_none());
        assert!(fields.key(&"k".repeat(256)).is_none());
        assert!(!fields.is_empty());
    }

    #[test]
    fn a_phone_to_call_has_10_to_15_digits_whatever_is_between_them() {
        let phone = |text: &str| {
            let phone = Fields::default().phone("phone", text);
            phone.map(|phone| phone.as_str().to_owned())
        };
        for (typed, kept) in [
            ("+994 (50) 123-45-67", "+994501234567"),
            ("0501234567", "0501234567"),
            ("123 456 789 012 345", "123456789012345"),
        ] {
            assert_eq!(phone(typed).as_deref(), Some(kept), "{typed}");
        }
        let too_long = format!("050123456{}7", " ".repeat(21));
        for wrong in [
            "",
            "050 123 45 6",
            "1234567890123456",
            "050-12-ev-34-567",
            &too_long,
        ] {
            assert_eq!(phone(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn pieces_need_not_be_said_but_are_1_to_99() {
        let mut fields = Fields::default();
        assert_eq!(fields.quantity("quantity", None), None);
        assert_eq!(fields.quantity("quantity", Some(99)).map(Quantity::get), Some(99));
        assert!(fields.is_empty());
        assert_eq!(fields.quantity("quantity", Some(0)), None);
        assert_eq!(fields.quantity("quantity", Some(100)), None);
        assert!(!fields.is_empty());
    }

    proptest! {
        #[test]
        fn a_line_is_kept_as_it_will_be_read(typed in any::<String>()) {
            if let Some(kept) = Fields::default().line::<100>("name", &typed) {
                prop_assert!((1..=100).contains(&kept.chars().count()));
                prop_assert!(!kept.chars().any(char::is_control));
                prop_assert_eq!(kept.trim(), &kept);
                prop_assert_eq!(Fields::default().line::<100>("name", &kept), Some(kept));
            }
        }

        #[test]
        fn a_phone_to_call_is_a_plus_and_digits_alone(
            digits in "[0-9]{10,15}",
            gaps in prop::collection::vec(prop::sample::select(vec!["", " ", "-", "(", ")"]), 15),
            plus in any::<bool>(),
        ) {
            let sign = if plus { "+" } else { "" };
            let parts = digits.chars().zip(&gaps);
            let spread: String = parts.flat_map(|(digit, gap)| [digit.to_string(), (*gap).to_owned()]).collect();
            let kept = Fields::default().phone("phone", &format!("{sign}{spread}"));
            if sign.len() + spread.trim().len() <= LONGEST_PHONE {
                prop_assert_eq!(kept.map(|phone| phone.as_str().to_owned()), Some(format!("{sign}{digits}")));
            } else {
                prop_assert!(kept.is_none());
            }
        }

        #[test]
        fn whatever_is_typed_is_a_phone_of_the_contract_or_none(typed in "[+0-9 ()a-]{0,32}") {
            if let Some(phone) = Fields::default().phone("phone", &typed) {
                let digits = phone.as_str().trim_start_matches('+');
                prop_assert!((10..=15).contains(&digits.len()), "{}", phone.as_str());
                prop_assert!(digits.bytes().all(|byte| byte.is_ascii_digit()), "{}", phone.as_str());
                prop_assert!(phone.as_str().len() - digits.len() <= 1, "{}", phone.as_str());
            }
        }
    }
}
