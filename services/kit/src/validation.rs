//! Validation of a request's fields.
//!
//! [`FieldErrors`] collects the errors of one request, so that the response names all wrong fields at once. Field
//! names are those of the REST contract, keys are message keys that the gateway translates.

use std::str::FromStr;

use proto::common::v1 as common;

use crate::{
    domain::{
        Email, LocalizedText, Page, Phone, ProductId, Quantity, Text, TextError, characters::is_invisible,
        normalize_name,
    },
    failure::{Code, Failure},
    idempotency::{MAX_KEY_LENGTH, is_key},
    vocabulary::ProtobufWord,
};

/// Message key of a number outside its range.
pub const OUT_OF_RANGE: &str = "FIELD.OUT_OF_RANGE";

/// Message key of a malformed value.
pub const INVALID: &str = "FIELD.INVALID";

/// Message key of a missing value.
pub const REQUIRED: &str = "FIELD.REQUIRED";

/// Message key of a value with too many characters or items.
pub const TOO_LONG: &str = "FIELD.TOO_LONG";

/// Maximum length of a phone number as typed, in visible characters.
const MAX_PHONE_LENGTH: usize = 30;

/// Errors of one request's fields: pairs of a field name and a message key, in the order of validation.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<(String, String)>);

impl FieldErrors {
    /// Adds an error.
    pub fn push(&mut self, field: impl Into<String>, key: &str) {
        self.0.push((field.into(), key.to_owned()));
    }

    /// Adds an error unless the condition holds.
    pub fn ensure(&mut self, condition: bool, field: impl Into<String>, key: &str) {
        if !condition {
            self.push(field, key);
        }
    }

    /// Returns the parsed value, or adds the message key of its error.
    pub fn check<T>(&mut self, field: impl Into<String>, parsed: Result<T, &'static str>) -> Option<T> {
        parsed.map_err(|key| self.push(field, key)).ok()
    }

    /// Returns the value, or adds the field errors of its failure.
    pub fn merge<T>(&mut self, result: Result<T, Failure>) -> Option<T> {
        result.map_err(|failure| self.0.extend(failure.fields)).ok()
    }

    /// Adds the errors of a nested object, as `parent.field`.
    pub fn nest(&mut self, parent: &str, errors: Self) {
        let nested = errors.0.into_iter();
        self.0
            .extend(nested.map(|(field, key)| (format!("{parent}.{field}"), key)));
    }

    /// Validates a text of `MIN` to `MAX` characters after trimming; line breaks and tabs are allowed.
    pub fn text<const MIN: usize, const MAX: usize>(
        &mut self,
        field: impl Into<String>,
        text: &str,
    ) -> Option<String> {
        let parsed = Text::<MIN, MAX>::parse(text).map(Text::into_string);
        self.check(field, parsed.map_err(TextError::message_key))
    }

    /// Validates a text of `MIN` to `MAX` characters after trimming, without control characters.
    ///
    /// Names and streets end up in mail headers, where a line break would start another header.
    pub fn line<const MIN: usize, const MAX: usize>(
        &mut self,
        field: impl Into<String>,
        text: &str,
    ) -> Option<String> {
        let parsed = Text::<MIN, MAX>::parse(text).and_then(|parsed| {
            if parsed.as_str().chars().any(char::is_control) {
                Err(TextError::Invalid)
            } else {
                Ok(parsed.into_string())
            }
        });
        self.check(field, parsed.map_err(TextError::message_key))
    }

    /// Validates a text in each language, of `MIN` to `MAX` characters after trimming. `field` names the field of a
    /// language, given as `az`, `ru` or `en`. An invalid text becomes empty.
    pub fn localized<const MIN: usize, const MAX: usize>(
        &mut self,
        text: Option<common::LocalizedText>,
        field: impl Fn(&str) -> String,
    ) -> LocalizedText {
        let text = text.unwrap_or_default();
        let mut parse =
            |language: &str, text: &str| self.text::<MIN, MAX>(field(language), text).unwrap_or_default();
        LocalizedText {
            az: parse("az", &text.az),
            ru: parse("ru", &text.ru),
            en: parse("en", &text.en),
        }
    }

    /// Validates an e-mail address.
    pub fn email(&mut self, field: impl Into<String>, text: &str) -> Option<Email> {
        let parsed = Email::parse(text).map_err(|error| match error {
            TextError::Invalid | TextError::TooShort => "CONTACT.FORM.INVALID_EMAIL",
            TextError::Missing | TextError::TooLong => error.message_key(),
        });
        self.check(field, parsed)
    }

    /// Validates the name of a person, of `MIN` to `MAX` characters in its normal form, with a letter or a digit.
    pub fn name<const MIN: usize, const MAX: usize>(
        &mut self,
        field: impl Into<String>,
        text: &str,
    ) -> Option<String> {
        let parsed = if text.trim().chars().any(char::is_control) {
            Err(TextError::Invalid)
        } else {
            Text::<MIN, MAX>::parse(&normalize_name(text)).map(Text::into_string)
        };
        let parsed = parsed.and_then(|name| {
            if name.is_empty() || name.chars().any(char::is_alphanumeric) {
                Ok(name)
            } else {
                Err(TextError::Invalid)
            }
        });
        self.check(field, parsed.map_err(TextError::message_key))
    }

    /// Validates a phone number of at most 30 visible characters as typed, in any spelling.
    pub fn phone(&mut self, field: impl Into<String>, text: &str) -> Option<Phone> {
        let visible = text.trim().chars().filter(|character| !is_invisible(*character));
        let parsed = if visible.count() > MAX_PHONE_LENGTH {
            Err(TOO_LONG)
        } else {
            Phone::parse(text).map_err(|error| match error {
                TextError::Missing => error.message_key(),
                _ => "CONTACT.FORM.INVALID_PHONE",
            })
        };
        self.check(field, parsed)
    }

    /// Validates a product's id.
    pub fn product(&mut self, field: impl Into<String>, id: i64) -> Option<ProductId> {
        self.check(field, ProductId::try_from(id).map_err(|_| INVALID))
    }

    /// Validates a number of pieces, 1 to 99.
    pub fn quantity(&mut self, field: impl Into<String>, pieces: u32) -> Option<Quantity> {
        self.check(field, Quantity::try_from(pieces).map_err(|_| OUT_OF_RANGE))
    }

    /// Validates a page of at most `max_size` entries; a missing page is invalid.
    pub fn page(&mut self, page: Option<common::Page>, max_size: u32) -> Page {
        let page = page.unwrap_or_default();
        self.ensure(page.number >= 1, "page", OUT_OF_RANGE);
        self.ensure((1..=max_size).contains(&page.size), "limit", OUT_OF_RANGE);
        Page::new(page.number, page.size)
    }

    /// Parses a value in its text form; adds [`INVALID`] if that fails.
    pub fn parse<T: FromStr>(&mut self, field: impl Into<String>, text: &str) -> Option<T> {
        self.check(field, text.parse().map_err(|_| INVALID))
    }

    /// Converts the number of a word; `None` if it is not specified. Adds [`INVALID`] if the number is unknown.
    pub fn word<T: ProtobufWord>(&mut self, field: impl Into<String>, number: i32) -> Option<T> {
        self.check(field, T::from_number(number).map_err(|_| INVALID))
            .flatten()
    }

    /// Converts the number of a word; adds [`REQUIRED`] if it is not specified, [`INVALID`] if it is unknown.
    pub fn required_word<T: ProtobufWord>(&mut self, field: impl Into<String>, number: i32) -> Option<T> {
        let word = T::from_number(number).map_err(|_| INVALID);
        self.check(field, word.and_then(|word| word.ok_or(REQUIRED)))
    }

    /// Validates the value of an `Idempotency-Key` header: at most 255 visible ASCII characters; empty if the header
    /// is absent.
    pub fn idempotency_key<'key>(&mut self, key: &'key str) -> Option<&'key str> {
        let parsed = if key.chars().count() > MAX_KEY_LENGTH {
            Err(TOO_LONG)
        } else if key.is_empty() || is_key(key) {
            Ok(key)
        } else {
            Err(INVALID)
        };
        self.check("Idempotency-Key", parsed)
    }

    /// Whether no error was added.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the values, an `Option` or a tuple of them, if none is missing and no error was added.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Invalid`] and all collected field errors.
    pub fn finish<F: Fields>(self, fields: F) -> Result<F::Values, Failure> {
        match fields.values() {
            Some(values) if self.is_empty() => Ok(values),
            _ => Err(self.into()),
        }
    }

    /// Succeeds if no error was added.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Invalid`] and all collected field errors.
    pub fn into_result(self) -> Result<(), Failure> {
        self.finish(Some(()))
    }
}

/// Parsed fields: an `Option`, or a tuple of them; `None` where a field is wrong.
pub trait Fields {
    /// The values of the fields.
    type Values;

    /// Returns the values if none is missing.
    fn values(self) -> Option<Self::Values>;
}

impl<T> Fields for Option<T> {
    type Values = T;

    fn values(self) -> Self {
        self
    }
}

/// Implements [`Fields`] for tuples.
macro_rules! tuples {
    ($(($($field:ident: $value:ident),+))+) => {$(
        impl<$($value),+> Fields for ($(Option<$value>),+) {
            type Values = ($($value),+);

            fn values(self) -> Option<Self::Values> {
                let ($($field),+) = self;
                Some(($($field?),+))
            }
        }
    )+};
}

tuples! {
    (a: A, b: B)
    (a: A, b: B, c: C)
    (a: A, b: B, c: C, d: D)
    (a: A, b: B, c: C, d: D, e: E)
    (a: A, b: B, c: C, d: D, e: E, f: F)
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G)
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H)
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I)
}

/// Validates a page of at most `max_size` entries, by default the first one of `default_size` entries.
///
/// # Errors
///
/// Fails with [`Code::Invalid`] if the number or the size is out of range.
pub fn page(page: Option<common::Page>, default_size: u32, max_size: u32) -> Result<Page, Failure> {
    let mut errors = FieldErrors::default();
    let first = common::Page {
        number: 1,
        size: default_size,
    };
    let page = errors.page(page.or(Some(first)), max_size);
    errors.finish(Some(page))
}

/// Converts the number of a word; `None` if it is not specified.
///
/// # Errors
///
/// Fails with [`Code::Invalid`] if the number is unknown.
pub fn word<T: ProtobufWord>(field: &str, number: i32) -> Result<Option<T>, Failure> {
    T::from_number(number).map_err(|_| Failure::invalid_field(field, INVALID))
}

impl From<FieldErrors> for Failure {
    fn from(errors: FieldErrors) -> Self {
        let mut failure = Self::new(Code::Invalid);
        failure.fields = errors.0;
        failure
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys(errors: FieldErrors) -> Vec<(String, String)> {
        Failure::from(errors).fields
    }

    fn pairs<const N: usize>(expected: [(&str, &str); N]) -> [(String, String); N] {
        expected.map(|(field, key)| (field.to_owned(), key.to_owned()))
    }

    #[test]
    fn collects_all_errors_in_order() {
        let mut errors = FieldErrors::default();
        assert_eq!(errors.line::<2, 100>("name", "L"), None);
        assert_eq!(errors.line::<2, 100>("lastname", "Məm\nmədova"), None);
        assert_eq!(errors.line::<2, 100>("city", " Bakı "), Some("Bakı".to_owned()));
        assert_eq!(errors.text::<1, 100>("message", "a\0b"), None);
        assert!(errors.email("email", "leyla").is_none());
        assert!(errors.email("otherEmail", " ").is_none());
        assert!(errors.phone("phoneNumber", "12").is_none());
        assert!(errors.phone("otherPhone", &" 1-".repeat(15)).is_none());
        assert!(errors.product("productId", -1).is_none());
        assert_eq!(
            keys(errors),
            pairs([
                ("name", "FIELD.TOO_SHORT"),
                ("lastname", "FIELD.INVALID"),
                ("message", "FIELD.INVALID"),
                ("email", "CONTACT.FORM.INVALID_EMAIL"),
                ("otherEmail", "FIELD.REQUIRED"),
                ("phoneNumber", "CONTACT.FORM.INVALID_PHONE"),
                ("otherPhone", "FIELD.TOO_LONG"),
                ("productId", "FIELD.INVALID"),
            ])
        );
    }

    #[test]
    fn finishes_with_all_fields_or_all_errors() {
        let errors = FieldErrors::default();
        assert_eq!(errors.finish((Some(1), Some("a"))).unwrap(), (1, "a"));
        let mut errors = FieldErrors::default();
        errors.push("other", INVALID);
        assert!(errors.finish((Some(1), Some("a"))).is_err());
        let mut errors = FieldErrors::default();
        let name = errors.line::<1, 100>("name", "");
        let city = errors.line::<1, 100>("city", "");
        let failure = errors.finish((name, Some(1), city)).unwrap_err();
        let expected = [("name", "FIELD.REQUIRED"), ("city", "FIELD.REQUIRED")];
        assert_eq!(failure.fields, pairs(expected));
    }

    #[test]
    fn names_nested_and_localized_fields() {
        let mut errors = FieldErrors::default();
        let mut nested = FieldErrors::default();
        nested.push("city", REQUIRED);
        errors.nest("address", nested);
        let text = common::LocalizedText {
            az: " Şkaf ".to_owned(),
            ru: String::new(),
            en: "Wardrobe".to_owned(),
        };
        let parsed = errors.localized::<1, 5>(Some(text), |language| format!("name.{language}"));
        assert_eq!(parsed.az, "Şkaf");
        assert_eq!(
            keys(errors),
            pairs([
                ("address.city", "FIELD.REQUIRED"),
                ("name.ru", "FIELD.REQUIRED"),
                ("name.en", "FIELD.TOO_LONG"),
            ])
        );
    }

    #[test]
    fn counts_characters_after_trimming() {
        let mut errors = FieldErrors::default();
        let longest = format!(" {} ", "ə".repeat(100));
        assert!(errors.line::<1, 100>("name", &longest).is_some());
        assert!(errors.line::<1, 30>("phone", &"٣".repeat(30)).is_some());
        assert!(errors.idempotency_key(&"k".repeat(255)).is_some());
        assert!(errors.is_empty());
        assert!(errors.line::<1, 100>("name", &"ə".repeat(101)).is_none());
        assert!(errors.line::<1, 30>("phone", &"1".repeat(31)).is_none());
        assert!(errors.idempotency_key(&"k".repeat(256)).is_none());
        assert!(!errors.is_empty());
    }

    #[test]
    fn accepts_phones_of_30_visible_characters() {
        let phone = |text: &str| {
            let mut errors = FieldErrors::default();
            let phone = errors.phone("phone", text).map(Phone::into_string);
            phone.ok_or_else(|| keys(errors).remove(0).1)
        };
        let spread = |spaces: usize| format!("050123456{}7", " ".repeat(spaces));
        let kept = Ok("+994501234567".to_owned());
        assert_eq!(phone(&spread(20)), kept);
        assert_eq!(phone(&format!("{}{}", "\u{2066}".repeat(20), spread(20))), kept);
        assert_eq!(phone(&spread(21)), Err(TOO_LONG.to_owned()));
        assert_eq!(
            phone("050-12-ev-34-567"),
            Err("CONTACT.FORM.INVALID_PHONE".to_owned())
        );
    }

    #[test]
    fn names_need_a_letter_or_a_digit() {
        let name = |text: &str| {
            let mut errors = FieldErrors::default();
            let name = errors.name::<2, 5>("name", text);
            name.ok_or_else(|| keys(errors).remove(0).1)
        };
        assert_eq!(name(" Le\u{200d}y\u{200b}la "), Ok("Leyla".to_owned()));
        assert_eq!(name("\u{200b}\u{3164}"), Err(REQUIRED.to_owned()));
        assert_eq!(name("L\u{200b}"), Err("FIELD.TOO_SHORT".to_owned()));
        assert_eq!(name("Ley\nla"), Err(INVALID.to_owned()));
        assert_eq!(name("-–-"), Err(INVALID.to_owned()));
        assert_eq!(
            FieldErrors::default().name::<0, 5>("name", " "),
            Some(String::new())
        );
    }

    #[test]
    fn accepts_quantities_of_1_to_99() {
        let mut errors = FieldErrors::default();
        assert_eq!(errors.quantity("quantity", 99).map(Quantity::get), Some(99));
        assert!(errors.is_empty());
        assert_eq!(errors.quantity("quantity", 0), None);
        assert_eq!(errors.quantity("quantity", 100), None);
        assert!(!errors.is_empty());
    }

    proptest! {
        #[test]
        fn parsing_a_line_is_idempotent(typed in any::<String>()) {
            if let Some(kept) = FieldErrors::default().line::<1, 100>("name", &typed) {
                prop_assert!((1..=100).contains(&kept.chars().count()));
                prop_assert!(!kept.chars().any(char::is_control));
                prop_assert_eq!(kept.trim(), &kept);
                prop_assert_eq!(FieldErrors::default().line::<1, 100>("name", &kept), Some(kept));
            }
        }
    }
}
