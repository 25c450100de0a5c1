//! Small translations between messages and JSON that many calls need.

use kit::domain::{Language, Money, Percent};
use prost_types::Timestamp;
use proto::common::v1::LocalizedText;
use serde_json::Number;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// An amount as a JSON number with at most two decimals. An amount that cannot be is shown as nothing.
pub(crate) fn amount(minor: i64) -> Number {
    Money::from_minor(minor).unwrap_or_default().to_json_number()
}

/// The customer's own discount, null where there is none.
pub(crate) fn own_discount(discount: Percent) -> Option<u8> {
    discount.is_set().then(|| discount.get())
}

/// RFC 3339 in UTC; empty where there is no time.
pub(crate) fn time(timestamp: Option<Timestamp>) -> String {
    timestamp
        .and_then(|timestamp| {
            let seconds = OffsetDateTime::from_unix_timestamp(timestamp.seconds).ok()?;
            let moment = seconds + time::Duration::nanoseconds(i64::from(timestamp.nanos));
            moment.format(&Rfc3339).ok()
        })
        .unwrap_or_default()
}

/// A moment as RFC 3339 writes it, in any zone.
pub(crate) fn timestamp(text: &str) -> Option<Timestamp> {
    let moment = OffsetDateTime::parse(text.trim(), &Rfc3339).ok()?;
    Some(Timestamp {
        seconds: moment.unix_timestamp(),
        nanos: i32::try_from(moment.nanosecond()).ok()?,
    })
}

/// A text that may be missing altogether.
pub(crate) fn text(text: Option<LocalizedText>) -> kit::domain::LocalizedText {
    text.unwrap_or_default().into()
}

/// The text in the shop's default language.
pub(crate) fn base(text: &kit::domain::LocalizedText, default: Language) -> String {
    text.get(default).to_owned()
}

/// The services say which numbers of pieces are allowed; 0, which none of them allows, stands for those that do not
/// fit into the message.
pub(crate) fn pieces(quantity: i64) -> u32 {
    u32::try_from(quantity).unwrap_or(0)
}

/// Null where there is nothing.
pub(crate) fn present(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
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
    fn a_number_that_cannot_be_is_left_to_the_service_to_refuse() {
        assert_eq!(pieces(-1), 0);
        assert_eq!(pieces(i64::MAX), 0);
        assert_eq!(pieces(100), 100);
    }

    #[test]
    fn times_are_utc() {
        let timestamp = Timestamp {
            seconds: 1_795_168_800,
            nanos: 0,
        };
        assert_eq!(time(Some(timestamp)), "2026-11-20T10:00:00Z");
        assert_eq!(time(None), "");
    }

    #[test]
    fn a_time_may_be_said_in_any_zone() {
        let read = |text: &str| time(timestamp(text));
        assert_eq!(read("2026-11-20T14:00:00+04:00"), "2026-11-20T10:00:00Z");
        assert_eq!(read("2026-11-20T10:00:00.5Z"), "2026-11-20T10:00:00.5Z");
        for wrong in ["", "2026-11-20", "tomorrow", "2026-02-30T00:00:00Z"] {
            assert_eq!(timestamp(wrong), None, "{wrong}");
        }
    }
}
