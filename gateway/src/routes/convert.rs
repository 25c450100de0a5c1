//! Conversions between protobuf and JSON that several calls share.

use kit::{
    convert::{time, timestamp},
    domain::{Language, Money, Percent},
};
use prost_types::Timestamp;
use proto::{catalog::v1::Product, common::v1::LocalizedText};
use serde_json::Number;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Converts an amount to AZN with at most two decimals; 0 if it is out of range.
pub(crate) fn amount(minor: i64) -> Number {
    Money::from_minor(minor).unwrap_or_default().to_json_number()
}

/// Returns the user's own discount, unless it is 0.
pub(crate) fn user_discount(discount: Percent) -> Option<u8> {
    discount.is_set().then(|| discount.get())
}

/// Formats a time as RFC 3339 in UTC; empty if there is none.
pub(crate) fn rfc3339(timestamp: Option<Timestamp>) -> String {
    timestamp
        .and_then(|timestamp| time(&timestamp)?.format(&Rfc3339).ok())
        .unwrap_or_default()
}

/// Parses a time as RFC 3339 with any offset.
pub(crate) fn parse_rfc3339(text: &str) -> Option<Timestamp> {
    OffsetDateTime::parse(text.trim(), &Rfc3339).ok().map(timestamp)
}

/// Converts a localized text; empty if it is missing.
pub(crate) fn localized(text: Option<LocalizedText>) -> kit::domain::LocalizedText {
    text.unwrap_or_default().into()
}

/// Returns the text in the shop's default language.
pub(crate) fn base_text(text: &kit::domain::LocalizedText, default: Language) -> String {
    text.get(default).to_owned()
}

/// Converts a quantity. One that does not fit becomes 0, which the services reject like any other invalid one.
pub(crate) fn quantity(quantity: i64) -> u32 {
    u32::try_from(quantity).unwrap_or(0)
}

/// Returns the text unless it is empty.
pub(crate) fn non_empty(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// Returns the URL of a product's first image.
pub(crate) fn first_image(product: &Product) -> Option<String> {
    product.images.first().map(|image| image.url.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_at_most_two_decimals() {
        assert_eq!(amount(124_955).to_string(), "1249.55");
        assert_eq!(amount(120_000).to_string(), "1200");
        assert_eq!(amount(-1).to_string(), "0");
    }

    #[test]
    fn quantities_that_do_not_fit_become_zero() {
        assert_eq!(quantity(-1), 0);
        assert_eq!(quantity(i64::MAX), 0);
        assert_eq!(quantity(100), 100);
    }

    #[test]
    fn formats_times_in_utc() {
        let timestamp = Timestamp {
            seconds: 1_795_168_800,
            nanos: 0,
        };
        assert_eq!(rfc3339(Some(timestamp)), "2026-11-20T10:00:00Z");
        assert_eq!(rfc3339(None), "");
    }

    #[test]
    fn parses_times_with_any_offset() {
        let parsed = |text: &str| rfc3339(parse_rfc3339(text));
        assert_eq!(parsed("2026-11-20T14:00:00+04:00"), "2026-11-20T10:00:00Z");
        assert_eq!(parsed("2026-11-20T10:00:00.5Z"), "2026-11-20T10:00:00.5Z");
        for wrong in ["", "2026-11-20", "tomorrow", "2026-02-30T00:00:00Z"] {
            assert_eq!(parse_rfc3339(wrong), None, "{wrong}");
        }
    }
}
