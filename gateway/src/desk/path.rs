//! Ids and numbers in paths.

use std::{fmt, str::FromStr};

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::{
    domain::{EventId, InvalidId},
    failure::{Code, Failure},
};

use crate::error::{ApiError, ApiResult};

/// The only parameter of the path. It rejects nothing: a wrong session, body or field comes before a malformed id.
pub(crate) struct PathOf<T>(Option<T>);

impl<S: Send + Sync, T: FromStr> FromRequestParts<S> for PathOf<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let text = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        Ok(Self(
            text.ok().and_then(|axum::extract::Path(text)| text.parse().ok()),
        ))
    }
}

impl<T> PathOf<T> {
    /// Returns the parameter.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::NotFound`] and the reason, such as `STAFF.NOT_FOUND`, if it is malformed.
    pub(crate) fn get(self, reason: &str) -> Result<T, Failure> {
        self.0.ok_or_else(|| Failure::with_reason(Code::NotFound, reason))
    }
}

/// A UUID in its hyphenated form, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordId(String);

impl FromStr for RecordId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        // All ids have the same form.
        text.parse::<EventId>().map(|id| Self(id.to_string()))
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A number that people use, such as `SQ-7Q2M04XK`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Number {
    pub(crate) kind: NumberKind,
    text: String,
}

/// Kind of record that a number names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum NumberKind {
    /// `SQ-`, a quote request.
    Quote,
    /// `SM-`, a contact message.
    Message,
    /// `SC-`, a catalogue request.
    Catalogue,
    /// `SB-`, an order.
    Order,
    /// `ST-`, an offer.
    Offer,
}

impl NumberKind {
    const ALL: [(&str, Self); 5] = [
        ("SQ-", Self::Quote),
        ("SM-", Self::Message),
        ("SC-", Self::Catalogue),
        ("SB-", Self::Order),
        ("ST-", Self::Offer),
    ];

    /// Whether the number is of the inbox.
    pub(crate) const fn is_inquiry(self) -> bool {
        matches!(self, Self::Quote | Self::Message | Self::Catalogue)
    }
}

impl Number {
    /// Returns the number in upper case.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the number in upper case.
    pub(crate) fn into_string(self) -> String {
        self.text
    }
}

/// A text is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MalformedNumber;

impl FromStr for Number {
    type Err = MalformedNumber;

    /// Parses a number in any case.
    fn from_str(text: &str) -> Result<Self, MalformedNumber> {
        let text = text.to_ascii_uppercase();
        let (kind, letters) = NumberKind::ALL
            .iter()
            .find_map(|(prefix, kind)| Some((*kind, text.strip_prefix(prefix)?)))
            .ok_or(MalformedNumber)?;
        let is_letter = |byte: u8| match byte {
            b'I' | b'L' | b'O' | b'U' => false,
            byte => byte.is_ascii_digit() || byte.is_ascii_uppercase(),
        };
        if letters.len() == 8 && letters.bytes().all(is_letter) {
            Ok(Self { kind, text })
        } else {
            Err(MalformedNumber)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_numbers_in_any_case() {
        let number: Number = "sq-7q2m04xk".parse().unwrap();
        assert_eq!((number.kind, number.as_str()), (NumberKind::Quote, "SQ-7Q2M04XK"));
        assert_eq!(
            "SB-00000000".parse::<Number>().map(|number| number.kind),
            Ok(NumberKind::Order)
        );
        for wrong in [
            "",
            "SQ-",
            "SQ-7Q2M04X",
            "SQ-7Q2M04XKK",
            "SQ-7Q2M04XI",
            "SX-7Q2M04XK",
            "SQ7Q2M04XKK",
            "SQ-ə2M04XK",
        ] {
            assert_eq!(wrong.parse::<Number>(), Err(MalformedNumber), "{wrong}");
        }
    }
}
