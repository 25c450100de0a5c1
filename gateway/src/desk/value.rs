//! Amounts, dates and times in JSON.

use kit::{
    domain::{Money, Percent},
    validation::{FieldErrors, OUT_OF_RANGE},
};
use prost_types::Timestamp;
use serde_json::Number;
use time::{Date, OffsetDateTime, Time, UtcOffset, format_description::well_known::Rfc3339};

/// Offset of Asia/Baku in hours.
const BAKU_HOURS: i8 = 4;

/// The largest amount that the desk accepts: 10,000,000 AZN.
const MAX_AMOUNT_MINOR: i64 = 1_000_000_000;

/// Converts an amount to AZN with at most two decimals, also a negative one.
pub(crate) fn amount(minor: i64) -> Number {
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
pub(crate) fn parse_amount(number: &Number) -> Option<i64> {
    let minor = Money::from_json_number(number).ok()?.minor();
    (minor <= MAX_AMOUNT_MINOR).then_some(minor)
}

/// Converts a percentage of 0 to 99; adds an error to another one.
pub(crate) fn percent(errors: &mut FieldErrors, field: &str, number: Option<i64>) -> Option<u32> {
    let parsed = number.map(|number| Percent::try_from(number).map_err(|_| OUT_OF_RANGE));
    errors.check(field, parsed.transpose()).flatten().map(Into::into)
}

/// Formats a time as RFC 3339 in UTC, to the second; `None` if there is none.
pub(crate) fn moment(timestamp: Option<Timestamp>) -> Option<String> {
    let time = kit::convert::time(&timestamp?)?;
    rfc3339(time)
}

/// Formats a time as RFC 3339 in UTC, to the second.
pub(crate) fn rfc3339(time: OffsetDateTime) -> Option<String> {
    time.replace_nanosecond(0).ok()?.format(&Rfc3339).ok()
}

/// Returns the text unless it is empty.
pub(crate) fn non_empty(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// Formats a date as `2026-12-07`.
pub(crate) fn date(date: Date) -> String {
    date.to_string()
}

/// Returns the beginning of a day in Asia/Baku.
pub(crate) fn midnight(date: Date) -> Option<prost_types::Timestamp> {
    let baku = UtcOffset::from_hms(BAKU_HOURS, 0, 0).ok()?;
    let time = date.with_time(Time::MIDNIGHT).assume_offset(baku);
    Some(kit::convert::timestamp(time.to_offset(UtcOffset::UTC)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use time::macros::date as day;

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
        assert_eq!(date(day!(2026 - 12 - 07)), "2026-12-07");
    }

    #[test]
    fn days_begin_at_midnight_in_baku() {
        // 2026-11-22T20:00:00Z.
        assert_eq!(
            midnight(time::macros::date!(2026 - 11 - 23)).map(|at| at.seconds),
            Some(1_795_377_600)
        );
    }
}
