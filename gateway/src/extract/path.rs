//! Ids and numbers in paths.

use std::{fmt, str::FromStr};

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::{
    domain::{EventId, InvalidId, RecordKind, RecordNumber},
    failure::{Code, Failure},
};

use crate::error::{ApiError, ApiResult};

/// Maximum length of the code of a product.
const MAX_CODE_LENGTH: usize = 32;

/// The only parameter of the path; 404 if it does not parse.
pub(crate) struct PathId<T>(pub(crate) T);

impl<S: Send + Sync, T: FromStr> FromRequestParts<S> for PathId<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let axum::extract::Path(text) = axum::extract::Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| ApiError::not_found())?;
        text.parse().map(Self).map_err(|_| ApiError::not_found())
    }
}

/// As [`PathId`], but it rejects nothing: a wrong session, body or field comes before a malformed id.
pub(crate) struct PathOf<T>(Option<T>);

impl<S: Send + Sync, T: FromStr> FromRequestParts<S> for PathOf<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let id = PathId::from_request_parts(parts, state).await;
        Ok(Self(id.ok().map(|PathId(id)| id)))
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

/// Declares the number of a record in any spelling, without a prefix of the first kind.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident: $kinds:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub(crate) struct $name(String);

        impl FromStr for $name {
            type Err = MalformedNumber;

            fn from_str(text: &str) -> Result<Self, MalformedNumber> {
                let kinds: &[RecordKind] = &$kinds;
                kinds
                    .first()
                    .and_then(|default| RecordNumber::parse(text, *default))
                    .filter(|number| kinds.contains(&number.kind()))
                    .map(|number| Self(number.into_string()))
                    .ok_or(MalformedNumber)
            }
        }

        impl $name {
            /// Returns the number in its normal form.
            pub(crate) fn into_string(self) -> String {
                self.0
            }
        }
    )+};
}

numbers! {
    /// The number of an order.
    OrderNumber: [RecordKind::Order];
    /// The number of an offer.
    OfferNumber: [RecordKind::Offer];
    /// The number of a quote request, a contact message or a catalogue request.
    InquiryNumber: RecordKind::INQUIRIES;
}

/// The code of a product, in upper case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProductCode(String);

impl FromStr for ProductCode {
    type Err = MalformedNumber;

    fn from_str(text: &str) -> Result<Self, MalformedNumber> {
        let is_code = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let is_valid = (1..=MAX_CODE_LENGTH).contains(&text.len()) && text.bytes().all(is_code);
        is_valid
            .then(|| Self(text.to_ascii_uppercase()))
            .ok_or(MalformedNumber)
    }
}

impl ProductCode {
    /// Returns the code.
    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

impl OrderNumber {
    /// Returns the number in its normal form.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Error of a text that is no number of the expected kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MalformedNumber;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_numbers_of_the_expected_kinds_in_any_spelling() {
        for (typed, number) in [
            ("sq-7q2m04xk", "SQ-7Q2M04XK"),
            ("№7q2mo4xk", "SQ-7Q2M04XK"),
            ("sm 7q2m04xk", "SM-7Q2M04XK"),
        ] {
            let parsed = typed.parse().map(InquiryNumber::into_string);
            assert_eq!(parsed.as_deref(), Ok(number), "{typed}");
        }
        let order = "7q2m04xk".parse().map(OrderNumber::into_string);
        assert_eq!(order.as_deref(), Ok("SB-7Q2M04XK"));
        for wrong in ["", "SQ-", "SQ-7Q2M04XKK", "SB-7Q2M04XK", "ST-7Q2M04XK"] {
            assert_eq!(wrong.parse::<InquiryNumber>(), Err(MalformedNumber), "{wrong}");
        }
    }
}
