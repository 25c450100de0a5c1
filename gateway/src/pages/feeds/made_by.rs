//! When a piece made to order is ready.

use kit::calendar;
use proto::content::v1::ShopTerms;
use time::{Date, OffsetDateTime};

/// Working days are looked for in at most this many days, so that terms without working days end.
const MAX_DAYS: u32 = 800;

/// Returns the start of the day on which a piece is ready that is agreed now: so many working days later.
pub(super) fn made_by(now: OffsetDateTime, terms: &ShopTerms) -> OffsetDateTime {
    let mut date = calendar::date(now);
    let mut left = terms.made_to_order_days;
    for _ in 0..MAX_DAYS {
        if left == 0 {
            break;
        }
        let Some(next) = date.next_day() else { break };
        date = next;
        left -= u32::from(is_working_day(date, terms));
    }
    calendar::midnight(date)
}

fn is_working_day(date: Date, terms: &ShopTerms) -> bool {
    let day = u32::from(date.weekday().number_from_monday());
    terms.week.iter().any(|hours| hours.day == day) && !terms.holidays.contains(&date.to_string())
}

#[cfg(test)]
mod tests {
    use proto::content::v1::OpeningHours;
    use time::macros::datetime;

    use super::*;

    #[test]
    fn counts_working_days_of_the_shop() {
        let hours = |day| OpeningHours {
            day,
            ..OpeningHours::default()
        };
        let mut terms = ShopTerms {
            made_to_order_days: 3,
            week: (1..=6).map(hours).collect(),
            holidays: vec!["2026-12-01".to_owned()],
            ..ShopTerms::default()
        };
        // Thursday evening in Baku; Friday, Saturday, Monday.
        let now = datetime!(2026-11-26 19:00 UTC);
        assert_eq!(made_by(now, &terms), datetime!(2026-11-30 0:00 +4));
        // After midnight in Baku it is Friday; Tuesday is a holiday.
        let later = datetime!(2026-11-26 20:30 UTC);
        assert_eq!(made_by(later, &terms), datetime!(2026-12-02 0:00 +4));
        terms.week.clear();
        assert!(made_by(now, &terms) > now, "terms without working days end");
    }
}
