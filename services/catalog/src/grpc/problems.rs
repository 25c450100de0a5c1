//! All that is wrong with a request, not only the first of it.

use kit::{
    domain::{LocalizedText, Text},
    failure::{Code, Failure},
};
use proto::common::v1 as common;

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

    /// The value, or a problem and what stands in for the value until [`Self::done`].
    pub(super) fn take<T, E>(&mut self, value: Result<T, E>, field: &str, key: &'static str, or: T) -> T {
        value.unwrap_or_else(|_| {
            self.note(field, key);
            or
        })
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
                self.note(format!("{field}.{language}"), problem.message_key());
                String::new()
            }
        };
        LocalizedText {
            az: one(&text.az, "az"),
            ru: one(&text.ru, "ru"),
            en: one(&text.en, "en"),
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
