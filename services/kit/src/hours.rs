//! Working time of the shop, in Asia/Baku.

use std::{
    collections::BTreeMap,
    sync::{PoisonError, RwLock, RwLockReadGuard},
};

use proto::content::v1::ShopHoursChanged;
use time::{
    Date, Duration, OffsetDateTime, Time,
    format_description::StaticFormatDescription,
    macros::{format_description, time},
};

use crate::calendar::{self, BAKU};

/// Maximum number of days to look ahead, so that the loops are bounded: 10 years.
const MAX_DAYS: usize = 3_660;

const CLOCK_TIME: StaticFormatDescription = format_description!("[hour]:[minute]");

/// Opening and closing time of a day in Asia/Baku; `None` if the shop is closed.
pub type DayHours = Option<(Time, Time)>;

/// Working hours of the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkingHours {
    /// From Monday on.
    week: [DayHours; 7],
    /// Days with hours of their own.
    special: BTreeMap<Date, DayHours>,
}

/// The hours of this process.
static CURRENT: RwLock<WorkingHours> = RwLock::new(WorkingHours::USUAL);

/// Sets the working hours of this process; they are the usual ones until then.
pub fn set_current(hours: WorkingHours) {
    *CURRENT.write().unwrap_or_else(PoisonError::into_inner) = hours;
}

/// Returns the whole working minutes from `start` to `end` by the current hours; 0 if `end` is earlier, at most those of 10
/// years.
pub fn minutes_between(start: OffsetDateTime, end: OffsetDateTime) -> u32 {
    current().minutes_between(start, end)
}

/// Returns the earliest time at which `minutes` working minutes have passed since `start` by the current hours, at most 10
/// years later.
pub fn add_minutes(start: OffsetDateTime, minutes: u32) -> OffsetDateTime {
    current().add_minutes(start, minutes)
}

/// Returns the first time from `start` on within a window of the day and the current working time, at most 10 years later.
pub fn first_within(window: (Time, Time), start: OffsetDateTime) -> OffsetDateTime {
    current().first_within(window, start)
}

fn current() -> RwLockReadGuard<'static, WorkingHours> {
    CURRENT.read().unwrap_or_else(PoisonError::into_inner)
}

impl WorkingHours {
    /// Monday to Friday 10:00–20:00, Saturday and Sunday 11:00–18:00.
    pub const USUAL: Self = {
        let (weekday, weekend) = (
            Some((time!(10:00), time!(20:00))),
            Some((time!(11:00), time!(18:00))),
        );
        Self::new(
            [weekday, weekday, weekday, weekday, weekday, weekend, weekend],
            BTreeMap::new(),
        )
    };

    /// Creates working hours; `week` begins with Monday.
    pub const fn new(week: [DayHours; 7], special: BTreeMap<Date, DayHours>) -> Self {
        Self { week, special }
    }

    /// Returns the hours of the week from Monday on.
    pub const fn week(&self) -> [DayHours; 7] {
        self.week
    }

    /// Returns the working time of a day.
    fn working_time(&self, date: Date) -> Option<(OffsetDateTime, OffsetDateTime)> {
        let day = usize::from(date.weekday().number_days_from_monday());
        let usual = || self.week.get(day).copied().flatten();
        let (from, to) = self.special.get(&date).copied().unwrap_or_else(usual)?;
        Some((
            date.with_time(from).assume_offset(BAKU),
            date.with_time(to).assume_offset(BAKU),
        ))
    }

    /// Returns the working times of the days from that of `start` on, within 10 years.
    fn working_times(&self, start: OffsetDateTime) -> impl Iterator<Item = (OffsetDateTime, OffsetDateTime)> {
        let days = std::iter::successors(Some(calendar::date(start)), |date| date.next_day());
        days.take(MAX_DAYS)
            .filter_map(move |date| self.working_time(date))
    }

    /// Returns the whole working minutes from `start` to `end`; 0 if `end` is earlier, at most those of 10 years.
    pub fn minutes_between(&self, start: OffsetDateTime, end: OffsetDateTime) -> u32 {
        let worked: Duration = self
            .working_times(start)
            .take_while(|(from, _)| *from < end)
            .map(|(from, to)| (to.min(end) - from.max(start)).max(Duration::ZERO))
            .sum();
        u32::try_from(worked.whole_minutes()).unwrap_or(u32::MAX)
    }

    /// Returns the earliest time at which `minutes` working minutes have passed since `start`, at most 10 years later.
    pub fn add_minutes(&self, start: OffsetDateTime, minutes: u32) -> OffsetDateTime {
        let mut left = Duration::minutes(minutes.into());
        if left.is_zero() {
            return start;
        }
        let mut end = start;
        for (from, to) in self.working_times(start) {
            let from = from.max(start);
            let available = (to - from).max(Duration::ZERO);
            if available >= left {
                return from + left;
            }
            left -= available;
            end = end.max(to);
        }
        end
    }

    /// Returns the first time from `start` on within a window of the day and the working time, at most 10 years later.
    pub fn first_within(&self, (from, to): (Time, Time), start: OffsetDateTime) -> OffsetDateTime {
        self.working_times(start)
            .find_map(|(opens, closes)| {
                let date = calendar::date(opens);
                let first = opens.max(date.with_time(from).assume_offset(BAKU)).max(start);
                (first < closes.min(date.with_time(to).assume_offset(BAKU))).then_some(first)
            })
            .unwrap_or(start)
    }
}

/// Error of an event with hours that are none.
#[derive(Debug, thiserror::Error)]
#[error("not the hours of seven days")]
pub struct InvalidHours;

impl TryFrom<&ShopHoursChanged> for WorkingHours {
    type Error = InvalidHours;

    fn try_from(event: &ShopHoursChanged) -> Result<Self, InvalidHours> {
        let week: Vec<_> = event
            .days
            .iter()
            .map(|day| day_hours(&day.opens_at, &day.closes_at))
            .collect::<Result<_, _>>()?;
        let special: Result<_, _> = event
            .holidays
            .iter()
            .map(|holiday| {
                let date = calendar::parse_date(&holiday.on).ok_or(InvalidHours)?;
                Ok((date, day_hours(&holiday.opens_at, &holiday.closes_at)?))
            })
            .collect();
        Ok(Self::new(week.try_into().map_err(|_| InvalidHours)?, special?))
    }
}

fn day_hours(opens_at: &str, closes_at: &str) -> Result<DayHours, InvalidHours> {
    if opens_at.is_empty() && closes_at.is_empty() {
        return Ok(None);
    }
    let time = |text: &str| Time::parse(text, CLOCK_TIME).map_err(|_| InvalidHours);
    Ok(Some((time(opens_at)?, time(closes_at)?)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proto::content::v1::{Holiday, WeekDay};
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
    fn hours_that_staff_set_count() {
        // Closed on Sunday, on Monday 2026-11-23, and from 14:00 on Tuesday.
        let open = ("09:00", "18:00");
        let day = |(day, (opens_at, closes_at)): (u32, (&str, &str))| WeekDay {
            day,
            opens_at: opens_at.to_owned(),
            closes_at: closes_at.to_owned(),
        };
        let holiday = |on: &str, closes_at: &str| Holiday {
            on: on.to_owned(),
            opens_at: if closes_at.is_empty() { "" } else { "09:00" }.to_owned(),
            closes_at: closes_at.to_owned(),
            name: None,
        };
        let mut event = ShopHoursChanged {
            days: (1..)
                .zip([open, open, open, open, open, open, ("", "")])
                .map(day)
                .collect(),
            holidays: vec![holiday("2026-11-23", ""), holiday("2026-11-24", "14:00")],
            version: 1,
        };
        let hours = WorkingHours::try_from(&event).unwrap();
        let saturday = datetime!(2026-11-21 17:30 +4);
        assert_eq!(
            hours.minutes_between(saturday, datetime!(2026-11-25 09:10 +4)),
            30 + 300 + 10
        );
        assert_eq!(hours.add_minutes(saturday, 60), datetime!(2026-11-24 09:30 +4));
        let evening = (time!(13:00), time!(20:00));
        assert_eq!(
            hours.first_within(evening, datetime!(2026-11-22 12:00 +4)),
            datetime!(2026-11-24 13:00 +4)
        );
        assert_eq!(
            hours.first_within((time!(14:00), time!(20:00)), datetime!(2026-11-22 12:00 +4)),
            datetime!(2026-11-25 14:00 +4)
        );
        event.days.pop();
        assert!(WorkingHours::try_from(&event).is_err());
        let closed = WorkingHours::new([None; 7], BTreeMap::new());
        assert_eq!(closed.add_minutes(saturday, 60), saturday);
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
