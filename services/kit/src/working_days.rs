//! Dates that follow from the shop's terms, in Asia/Baku.
//!
//! The web app implements the same rules; `testdata/working-days.json` tests both.

use std::{collections::BTreeSet, iter};

use proto::content::v1::ShopTerms;
use time::{Date, OffsetDateTime, format_description::StaticFormatDescription, macros::format_description};

use crate::calendar::{self, BAKU};

/// Maximum number of days to look ahead: more than 365 working days of one a week with a year of holidays.
const MAX_DAYS: usize = 4_000;

const CLOCK_TIME: StaticFormatDescription = format_description!("[hour]:[minute]");

/// Days on which the shop works, and the time of day until which an order counts from its own day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkingDays {
    /// From Monday on.
    week: [bool; 7],
    holidays: BTreeSet<Date>,
    /// Such as `16:00`.
    cut_off: String,
}

impl From<&ShopTerms> for WorkingDays {
    fn from(terms: &ShopTerms) -> Self {
        let works = |day: u32| terms.week.iter().any(|hours| hours.day == day);
        let holidays = terms.holidays.iter();
        Self {
            week: [1, 2, 3, 4, 5, 6, 7].map(works),
            holidays: holidays.filter_map(|date| calendar::parse_date(date)).collect(),
            cut_off: terms.cut_off.clone(),
        }
    }
}

impl WorkingDays {
    /// Returns the first and the last day on which an order of `now` is delivered, `earliest` to `latest` working days later.
    /// They count from today, or from the next working day after the cut-off and on days without work. `None` if the shop does
    /// not work so many days.
    pub fn delivery(&self, now: OffsetDateTime, earliest: u32, latest: u32) -> Option<(Date, Date)> {
        let today = calendar::date(now);
        let time = now.to_offset(BAKU).format(CLOCK_TIME).unwrap_or_default();
        let start = if self.is_working_day(today) && time < self.cut_off {
            today
        } else {
            self.add(today, 1)?
        };
        Some((self.add(start, earliest)?, self.add(start, latest)?))
    }

    /// Returns the day on which a piece is ready that is made in `days` working days, and agreed by the end of the week of
    /// `now`. `None` if the shop does not work so many days.
    pub fn made_by(&self, now: OffsetDateTime, days: u32) -> Option<Date> {
        let today = calendar::date(now);
        let left = 7 - usize::from(today.weekday().number_from_monday());
        let sunday = iter::successors(Some(today), |date| date.next_day()).nth(left)?;
        self.add(sunday, days)
    }

    /// Returns the day that is a number of working days after another; `None` if the shop does not work so many.
    fn add(&self, date: Date, count: u32) -> Option<Date> {
        let Some(further) = usize::try_from(count).ok()?.checked_sub(1) else {
            return Some(date);
        };
        let later = iter::successors(date.next_day(), |date| date.next_day());
        let mut working = later.take(MAX_DAYS).filter(|date| self.is_working_day(*date));
        working.nth(further)
    }

    fn is_working_day(&self, date: Date) -> bool {
        let day = usize::from(date.weekday().number_days_from_monday());
        self.week.get(day).copied().unwrap_or_default() && !self.holidays.contains(&date)
    }
}

#[cfg(test)]
mod tests {
    use proto::content::v1::OpeningHours;
    use serde::Deserialize;
    use time::format_description::well_known::Rfc3339;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Case {
        name: String,
        week: Vec<u32>,
        holidays: Vec<String>,
        cut_off: String,
        now: String,
        working_days: [u32; 2],
        delivered: Option<[String; 2]>,
        made_to_order_days: u32,
        made_by: Option<String>,
    }

    #[test]
    fn dates_are_those_of_the_shared_cases() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../testdata/working-days.json")).unwrap();
        assert!(cases.len() > 10);
        for case in cases {
            let week = case.week.iter().map(|day| OpeningHours {
                day: *day,
                ..OpeningHours::default()
            });
            let days = WorkingDays::from(&ShopTerms {
                week: week.collect(),
                holidays: case.holidays,
                cut_off: case.cut_off,
                ..ShopTerms::default()
            });
            let now = OffsetDateTime::parse(&case.now, &Rfc3339).unwrap();
            let [earliest, latest] = case.working_days;
            let delivered = days.delivery(now, earliest, latest);
            let delivered = delivered.map(|(first, last)| [first.to_string(), last.to_string()]);
            assert_eq!(delivered, case.delivered, "{}", case.name);
            let made_by = days.made_by(now, case.made_to_order_days);
            assert_eq!(
                made_by.map(|date| date.to_string()),
                case.made_by,
                "{}",
                case.name
            );
        }
    }
}
