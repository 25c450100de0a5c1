//! Working time of the shop, in Asia/Baku.

use crate::calendar::{self, BAKU};
use time::{Date, Duration, OffsetDateTime, Time, Weekday};

/// Maximum number of days to look ahead or back, so that the loops are bounded: 10 years.
const MAX_DAYS: u16 = 3_660;

/// Returns the opening and closing time of a day: Monday to Friday 10:00–20:00, Saturday and Sunday 11:00–18:00.
const fn opening(day: Weekday) -> (Time, Time) {
    match day {
        Weekday::Saturday | Weekday::Sunday => (time::macros::time!(11:00), time::macros::time!(18:00)),
        _ => (time::macros::time!(10:00), time::macros::time!(20:00)),
    }
}

/// Returns the working time of a day.
const fn working_time(date: Date) -> (OffsetDateTime, OffsetDateTime) {
    let (from, to) = opening(date.weekday());
    (
        date.with_time(from).assume_offset(BAKU),
        date.with_time(to).assume_offset(BAKU),
    )
}

/// Returns the whole working minutes from `start` to `end`; 0 if `end` is earlier, at most those of 10 years.
pub fn minutes_between(start: OffsetDateTime, end: OffsetDateTime) -> u32 {
    let mut worked = Duration::ZERO;
    let mut date = calendar::date(start);
    for _ in 0..MAX_DAYS {
        let (from, to) = working_time(date);
        if from >= end {
            break;
        }
        worked += (to.min(end) - from.max(start)).max(Duration::ZERO);
        let Some(next) = date.next_day() else { break };
        date = next;
    }
    u32::try_from(worked.whole_minutes()).unwrap_or(u32::MAX)
}

/// Returns the earliest time at which `minutes` working minutes have passed since `start`, at most 10 years later.
pub fn add_minutes(start: OffsetDateTime, minutes: u32) -> OffsetDateTime {
    let mut left = Duration::minutes(minutes.into());
    if left.is_zero() {
        return start;
    }
    let mut date = calendar::date(start);
    let mut end = start;
    for _ in 0..MAX_DAYS {
        let (from, to) = working_time(date);
        let from = from.max(start);
        let available = (to - from).max(Duration::ZERO);
        if available >= left {
            return from + left;
        }
        left -= available;
        end = end.max(to);
        let Some(next) = date.next_day() else { break };
        date = next;
    }
    end
}

/// Returns the first time from `start` on within a window of the day and the working time, at most 10 years later.
pub fn first_within((from, to): (Time, Time), start: OffsetDateTime) -> OffsetDateTime {
    let mut date = calendar::date(start);
    for _ in 0..MAX_DAYS {
        let (opens, closes) = working_time(date);
        let first = opens.max(date.with_time(from).assume_offset(BAKU)).max(start);
        if first < closes.min(date.with_time(to).assume_offset(BAKU)) {
            return first;
        }
        let Some(next) = date.next_day() else { break };
        date = next;
    }
    start
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    #[test]
    fn the_first_time_of_a_window_is_within_the_working_time() {
        let afternoon = (time::macros::time!(13:00), time::macros::time!(17:00));
        let evening = (time::macros::time!(17:00), time::macros::time!(20:00));
        // 2026-11-20 is a Friday.
        for (window, start, expected) in [
            (
                afternoon,
                datetime!(2026-11-20 09:00 +4),
                datetime!(2026-11-20 13:00 +4),
            ),
            (
                afternoon,
                datetime!(2026-11-20 14:10 +4),
                datetime!(2026-11-20 14:10 +4),
            ),
            (
                afternoon,
                datetime!(2026-11-20 17:00 +4),
                datetime!(2026-11-21 13:00 +4),
            ),
            (
                evening,
                datetime!(2026-11-21 18:00 +4),
                datetime!(2026-11-22 17:00 +4),
            ),
            (
                evening,
                datetime!(2026-11-20 20:30 UTC),
                datetime!(2026-11-21 17:00 +4),
            ),
        ] {
            assert_eq!(first_within(window, start), expected, "{start}");
        }
    }

    #[test]
    fn counts_only_opening_hours() {
        // 2026-11-20 is a Friday.
        let friday_evening = datetime!(2026-11-20 19:30 +4);
        assert_eq!(
            minutes_between(friday_evening, datetime!(2026-11-20 23:00 +4)),
            30
        );
        assert_eq!(
            minutes_between(friday_evening, datetime!(2026-11-21 11:10 +4)),
            40
        );
        // Saturday and Sunday have 7 hours each.
        assert_eq!(
            minutes_between(friday_evening, datetime!(2026-11-23 10:00 +4)),
            30 + 2 * 420
        );
        assert_eq!(
            minutes_between(datetime!(2026-11-23 03:00 UTC), datetime!(2026-11-23 06:34 UTC)),
            34
        );
        assert_eq!(minutes_between(friday_evening, datetime!(2026-11-20 12:00 +4)), 0);
    }

    #[test]
    fn promise_of_600_minutes_is_one_weekday() {
        assert_eq!(
            add_minutes(datetime!(2026-11-23 12:00 +4), 600),
            datetime!(2026-11-24 12:00 +4)
        );
        assert_eq!(
            add_minutes(datetime!(2026-11-23 02:00 +4), 600),
            datetime!(2026-11-23 20:00 +4)
        );
        assert_eq!(
            add_minutes(datetime!(2026-11-20 20:00 +4), 120),
            datetime!(2026-11-21 13:00 +4)
        );
    }

    prop_compose! {
        /// A minute of the years 2026 to 2029.
        fn any_minute()(minutes in 0..4 * 365 * 24 * 60_i64) -> OffsetDateTime {
            datetime!(2026-01-01 00:00 UTC) + Duration::minutes(minutes)
        }
    }

    proptest! {
        #[test]
        fn adding_minutes_is_the_inverse_of_counting_them(start in any_minute(), minutes in 0..6_000_u32) {
            let end = add_minutes(start, minutes);
            prop_assert_eq!(minutes_between(start, end), minutes);
            if minutes > 0 {
                prop_assert_eq!(minutes_between(start, end - Duration::minutes(1)), minutes - 1);
            }
        }

        #[test]
        fn counting_is_additive(a in any_minute(), b in 0..20_000_i64, c in 0..20_000_i64) {
            let middle = a + Duration::minutes(b);
            let end = middle + Duration::minutes(c);
            prop_assert_eq!(
                minutes_between(a, end),
                minutes_between(a, middle) + minutes_between(middle, end)
            );
        }

        #[test]
        fn a_week_has_64_working_hours(start in any_minute()) {
            prop_assert_eq!(minutes_between(start, start + Duration::weeks(1)), 64 * 60);
        }
    }
}
