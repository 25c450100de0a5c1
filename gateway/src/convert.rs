//! Conversions between protobuf, the domain and JSON.

use kit::{
    convert::{time, timestamp},
    domain::{Language, LocalizedText, Money, Percent},
    validation::{FieldErrors, OUT_OF_RANGE},
};
use prost_types::Timestamp;
use proto::{catalog::v1::Product, common::v1 as common};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Amount in AZN with at most two decimals.
pub(crate) type Amount = serde_json::Number;

/// RFC 3339 in UTC.
pub(crate) type Instant = String;

/// Date such as `2026-12-07`.
pub(crate) type Day = String;

/// The largest amount that the desk accepts: 10,000,000 AZN.
const MAX_AMOUNT_MINOR: i64 = 1_000_000_000;

/// Returns the language of the rule book's words.
pub(crate) const fn rules_language(language: Language) -> rules::Language {
    match language {
        Language::Az => rules::Language::Az,
        Language::Ru => rules::Language::Ru,
        Language::En => rules::Language::En,
    }
}

/// Converts an amount to AZN with at most two decimals, also a negative one.
pub(crate) fn amount(minor: i64) -> Amount {
    let absolute = minor
        .checked_abs()
        .and_then(|minor| Money::from_minor(minor).ok());
    let number = absolute.unwrap_or_default().to_json_number();
    if minor >= 0 {
        return number;
    }
    format!("-{number}").parse().unwrap_or(number)
}

/// Parses an amount in AZN, to qəpik; `None` if it has more than two decimals, is negative or above 10,000,000.
pub(crate) fn parse_amount(number: &Amount) -> Option<i64> {
    let minor = Money::from_json_number(number).ok()?.minor();
    (minor <= MAX_AMOUNT_MINOR).then_some(minor)
}

/// Converts a percentage of 0 to 99; adds an error to another one.
pub(crate) fn percent(errors: &mut FieldErrors, field: &str, number: Option<i64>) -> Option<u32> {
    let parsed = number.map(|number| Percent::try_from(number).map_err(|_| OUT_OF_RANGE));
    errors.check(field, parsed.transpose()).flatten().map(Into::into)
}

/// Converts a number that the service checks further; adds an error to one that does not fit.
pub(crate) fn number(errors: &mut FieldErrors, field: impl Into<String>, number: Option<i64>) -> Option<u32> {
    let converted = number.map(|number| u32::try_from(number).map_err(|_| OUT_OF_RANGE));
    errors.check(field, converted.transpose()).flatten()
}

/// Formats a time as RFC 3339 in UTC, to the second; `None` if there is none.
pub(crate) fn moment(timestamp: Option<Timestamp>) -> Option<Instant> {
    let time = time(&timestamp?)?;
    rfc3339(time)
}

/// Formats a time as RFC 3339 in UTC, to the second.
pub(crate) fn rfc3339(time: OffsetDateTime) -> Option<Instant> {
    time.replace_nanosecond(0).ok()?.format(&Rfc3339).ok()
}

/// Returns the text unless it is empty.
pub(crate) fn non_empty(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// Returns the user's own discount, unless it is 0.
pub(crate) fn user_discount(discount: Percent) -> Option<u8> {
    discount.is_set().then(|| discount.get())
}

/// Formats a time as RFC 3339 in UTC, with its fraction of a second; empty if there is none.
pub(crate) fn precise(timestamp: Option<Timestamp>) -> Instant {
    timestamp
        .and_then(|timestamp| time(&timestamp)?.format(&Rfc3339).ok())
        .unwrap_or_default()
}

/// Parses a time as RFC 3339 with any offset.
pub(crate) fn parse_rfc3339(text: &str) -> Option<Timestamp> {
    OffsetDateTime::parse(text.trim(), &Rfc3339).ok().map(timestamp)
}

/// Converts a localized text; empty if it is missing.
pub(crate) fn localized(text: Option<common::LocalizedText>) -> LocalizedText {
    text.unwrap_or_default().into()
}

/// Returns the text in the shop's default language.
pub(crate) fn base_text(text: &LocalizedText, default: Language) -> String {
    text.get(default).to_owned()
}

/// Converts a quantity. One that does not fit becomes 0, which the services reject like any other invalid one.
pub(crate) fn quantity(quantity: i64) -> u32 {
    u32::try_from(quantity).unwrap_or(0)
}

/// Returns the URL of a product's first image.
pub(crate) fn first_image(product: &Product) -> Option<String> {
    product.images.first().map(|image| image.url.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(value: serde_json::Value) -> Option<i64> {
        match value {
            serde_json::Value::Number(number) => parse_amount(&number),
            _ => None,
        }
    }

    #[test]
    fn parses_amounts_of_two_decimals_up_to_ten_million() {
        assert_eq!(parsed(json!(12.5)), Some(1_250));
        assert_eq!(parsed(json!(12.50)), Some(1_250));
        assert_eq!(parsed(json!(10_000_000)), Some(1_000_000_000));
        for wrong in [json!(12.505), json!(10_000_000.01), json!(-1), json!(1e-7)] {
            assert_eq!(parsed(wrong.clone()), None, "{wrong}");
        }
    }

    #[test]
    fn writes_negative_amounts() {
        assert_eq!(amount(-105).to_string(), "-1.05");
        assert_eq!(amount(-100).to_string(), "-1");
        assert_eq!(amount(0).to_string(), "0");
    }

    #[test]
    fn times_have_no_fraction() {
        let time = Timestamp {
            seconds: 1_795_168_800,
            nanos: 999,
        };
        assert_eq!(moment(Some(time)).as_deref(), Some("2026-11-20T10:00:00Z"));
        assert_eq!(moment(None), None);
    }

    #[test]
    fn amounts_have_at_most_two_decimals() {
        assert_eq!(amount(124_955).to_string(), "1249.55");
        assert_eq!(amount(120_000).to_string(), "1200");
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
        assert_eq!(precise(Some(timestamp)), "2026-11-20T10:00:00Z");
        assert_eq!(precise(None), "");
    }

    #[test]
    fn parses_times_with_any_offset() {
        let parsed = |text: &str| precise(parse_rfc3339(text));
        assert_eq!(parsed("2026-11-20T14:00:00+04:00"), "2026-11-20T10:00:00Z");
        assert_eq!(parsed("2026-11-20T10:00:00.5Z"), "2026-11-20T10:00:00.5Z");
        for wrong in ["", "2026-11-20", "tomorrow", "2026-02-30T00:00:00Z"] {
            assert_eq!(parse_rfc3339(wrong), None, "{wrong}");
        }
    }
}
