//! Days of the shop, which are those of Asia/Baku.

use time::{Date, OffsetDateTime, UtcOffset, macros::format_description, macros::offset};

/// Offset of Asia/Baku, which has had no daylight saving time since 2016.
pub const BAKU: UtcOffset = offset!(+4);

/// Returns the day in Asia/Baku.
pub const fn date(at: OffsetDateTime) -> Date {
    at.to_offset(BAKU).date()
}

/// Returns the start of a day in Asia/Baku.
pub const fn midnight(date: Date) -> OffsetDateTime {
    date.midnight().assume_offset(BAKU)
}

/// Parses a day such as `2026-12-07`, as its `Display` writes it.
pub fn parse_date(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year]-[month]-[day]")).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::{date as day, datetime};

    use super::*;

    #[test]
    fn days_begin_at_midnight_in_baku() {
        assert_eq!(midnight(day!(2026 - 11 - 23)), datetime!(2026-11-22 20:00 UTC));
        assert_eq!(date(datetime!(2026-11-22 20:00 UTC)), day!(2026 - 11 - 23));
        assert_eq!(date(datetime!(2026-11-22 19:59:59 UTC)), day!(2026 - 11 - 22));
    }

    #[test]
    fn parses_what_a_date_displays() {
        assert_eq!(
            parse_date("2026-12-07").map(|date| date.to_string()).as_deref(),
            Some("2026-12-07")
        );
        for wrong in ["", "2026-12-7", "2026-02-30", "07.12.2026", "2026-12-07 "] {
            assert_eq!(parse_date(wrong), None, "{wrong}");
        }
    }
}
