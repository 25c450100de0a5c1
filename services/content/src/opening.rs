//! Days and times of day at which the shop is open.

use kit::{
    calendar,
    validation::{INVALID, OUT_OF_RANGE},
};
use time::{Date, Time, format_description::StaticFormatDescription, macros::format_description};

const CLOCK_TIME: StaticFormatDescription = format_description!("[hour]:[minute]");

/// A time of day in Asia/Baku, in whole minutes. As text it is `16:00`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, sqlx::Type, serde::Serialize, serde::Deserialize,
)]
#[sqlx(transparent)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct ClockTime(Time);

impl ClockTime {
    /// Parses `16:00`.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        Time::parse(text, CLOCK_TIME).map(Self).map_err(|_| INVALID)
    }
}

impl From<Time> for ClockTime {
    fn from(time: Time) -> Self {
        Self(time)
    }
}

impl TryFrom<String> for ClockTime {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text)
    }
}

impl From<ClockTime> for String {
    fn from(time: ClockTime) -> Self {
        time.0.format(CLOCK_TIME).unwrap_or_default()
    }
}

/// Parses a date such as `2026-12-31`, of the years 2000 to 2999.
pub(crate) fn parse_date(text: &str) -> Result<Date, &'static str> {
    calendar::parse_date(text)
        .filter(|date| (2000..=2999).contains(&date.year()))
        .ok_or(INVALID)
}

/// Day of the week, 1 = Monday to 7 = Sunday.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct Day(u32);

impl TryFrom<u32> for Day {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Self, Self::Error> {
        if (1..=7).contains(&number) {
            Ok(Self(number))
        } else {
            Err(OUT_OF_RANGE)
        }
    }
}

impl From<Day> for u32 {
    fn from(day: Day) -> Self {
        day.0
    }
}

/// Opening hours on one day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpeningHours {
    pub(crate) day: Day,
    pub(crate) opens_at: ClockTime,
    /// Later than `opens_at`.
    pub(crate) closes_at: ClockTime,
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn clock_times_have_hours_and_minutes() {
        for text in ["00:00", "09:30", "23:59"] {
            let time = ClockTime::parse(text).unwrap();
            assert_eq!(String::from(time), text);
            let json = serde_json::to_string(&time).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<ClockTime>(&json).unwrap(), time);
        }
        for text in ["", "9:30", "24:00", "12:60", "12:00:00", " 12:00", "noon"] {
            assert_eq!(ClockTime::parse(text), Err(INVALID), "{text}");
        }
    }

    #[test]
    fn dates_have_year_month_and_day() {
        assert_eq!(parse_date("2026-12-31"), Ok(date!(2026 - 12 - 31)));
        for text in [
            "",
            "2026-02-30",
            "1999-12-31",
            "31.12.2026",
            "2026-12-31T00:00:00Z",
        ] {
            assert_eq!(parse_date(text), Err(INVALID), "{text}");
        }
    }

    #[test]
    fn days_of_the_week_have_numbers_from_1_to_7() {
        assert_eq!(
            [1, 7].map(|number: u32| Day::try_from(number).map(u32::from)),
            [Ok(1), Ok(7)]
        );
        assert_eq!(
            [Day::try_from(0_u32), Day::try_from(8_u32)],
            [Err(OUT_OF_RANGE); 2]
        );
    }
}
