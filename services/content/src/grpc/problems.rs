//! All that is wrong with a request, not only the first of it. Fields have the names of the public contract.

use kit::{
    domain::{Email, LocalizedText, Phone, Text},
    failure::{Code, Failure},
};
use proto::{common::v1 as common, content::v1 as wire};

use crate::{
    picture::{Picture, is_https},
    saving::{Seen, Version},
};

/// The key for a number that is too small or too large.
pub(super) const OUT_OF_RANGE: &str = "FIELD.OUT_OF_RANGE";

/// The key for a value of no known form.
pub(super) const INVALID: &str = "FIELD.INVALID";

/// The key for what must be there.
pub(super) const REQUIRED: &str = "FIELD.REQUIRED";

/// The key for too much of something.
pub(super) const TOO_LONG: &str = "FIELD.TOO_LONG";

/// Fields at fault, each with a message key.
#[derive(Debug, Default)]
pub(super) struct Problems(Vec<(String, &'static str)>);

impl Problems {
    /// Notes a problem.
    pub(super) fn note(&mut self, field: impl Into<String>, key: &'static str) {
        self.0.push((field.into(), key));
    }

    /// Notes a problem where something does not hold.
    pub(super) fn check(&mut self, holds: bool, field: &str, key: &'static str) {
        if !holds {
            self.note(field, key);
        }
    }

    /// A text in all languages, trimmed, of a bounded length each.
    pub(super) fn text<const MIN: usize, const MAX: usize>(
        &mut self,
        text: Option<common::LocalizedText>,
        field: &str,
    ) -> LocalizedText {
        let text = text.unwrap_or_default();
        let mut one = |text: &str, language: &str| match Text::<MIN, MAX>::parse(text) {
            Ok(text) => text.into_string(),
            Err(problem) => {
                self.note(format!("{field}{language}"), problem.message_key());
                String::new()
            }
        };
        LocalizedText {
            az: one(&text.az, "Az"),
            ru: one(&text.ru, "Ru"),
            en: one(&text.en, "En"),
        }
    }

    /// `yay-2026`: the staff's own name for something.
    pub(super) fn code(&mut self, code: &str) -> String {
        let is_code = (1..=64).contains(&code.len())
            && code
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        self.check(is_code, "code", INVALID);
        code.to_owned()
    }

    /// A picture that a page can show.
    pub(super) fn picture(&mut self, image: Option<wire::Image>, field: &str) -> Picture {
        let picture = Picture::from(image.unwrap_or_default());
        if picture.url.is_empty() {
            self.note(field, REQUIRED);
        } else {
            self.check(picture.is_valid(), field, INVALID);
        }
        picture
    }

    /// A place in a list.
    pub(super) fn position(&mut self, position: u32) -> i32 {
        let position = i32::try_from(position);
        self.check(position.is_ok(), "position", OUT_OF_RANGE);
        position.unwrap_or_default()
    }

    /// The version that a change was made from; 0 = whatever it is.
    pub(super) fn version(&mut self, version: i64) -> Seen {
        self.check(version >= 0, "version", OUT_OF_RANGE);
        (version > 0).then_some(Version(version))
    }

    /// An address of another site, or nothing.
    pub(super) fn link(&mut self, url: &str, field: &str) -> String {
        let url = url.trim();
        self.check(url.is_empty() || is_https(url), field, INVALID);
        url.to_owned()
    }

    /// An e-mail address, or nothing.
    pub(super) fn email(&mut self, email: &str, field: &str) -> String {
        if email.trim().is_empty() {
            return String::new();
        }
        match Email::parse(email) {
            Ok(email) => email.as_str().to_owned(),
            Err(problem) => {
                self.note(field, problem.message_key());
                String::new()
            }
        }
    }

    /// A phone number, or nothing.
    pub(super) fn phone(&mut self, phone: &str, field: &str) -> String {
        if phone.trim().is_empty() {
            return String::new();
        }
        match Phone::parse_lenient(phone) {
            Ok(phone) => phone.as_str().to_owned(),
            Err(problem) => {
                self.note(field, problem.message_key());
                String::new()
            }
        }
    }

    /// Refuses the request where there was a problem.
    pub(super) fn done(self) -> Result<(), Failure> {
        if self.0.is_empty() {
            return Ok(());
        }
        Err(self
            .0
            .into_iter()
            .fold(Failure::new(Code::Invalid), |failure, (field, key)| {
                failure.with_field(field, key)
            }))
    }
}
