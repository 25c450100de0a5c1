//! The shop's terms: delivery, opening hours, instalments.

use kit::{
    calendar,
    domain::{LocalizedText, Money, Percent},
    validation::{INVALID, OUT_OF_RANGE},
};
use time::{Date, Time, format_description::StaticFormatDescription, macros::format_description};

use crate::{save::Version, shop_hours};

/// Maximum number of working days until a delivery.
const MAX_DELIVERY_DAYS: u32 = 60;

/// Maximum number of working days to make a piece to order.
const MAX_MADE_TO_ORDER_DAYS: u32 = 365;

/// Maximum number of months of an instalment plan.
const MAX_MONTHS: u32 = 60;

/// Maximum number of months of the warranty: 50 years.
const MAX_WARRANTY_MONTHS: u32 = 600;

/// Maximum number of days within which a piece is taken back.
const MAX_RETURN_DAYS: u32 = 365;

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

/// The earliest and latest number of working days until a delivery, 0 to 60.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct WorkingDays {
    earliest: u32,
    latest: u32,
}

impl WorkingDays {
    /// Creates the span; fails if the numbers are above the maximum or not in order.
    pub(crate) fn new(earliest: u32, latest: u32) -> Result<Self, &'static str> {
        if earliest <= latest && latest <= MAX_DELIVERY_DAYS {
            Ok(Self { earliest, latest })
        } else {
            Err(OUT_OF_RANGE)
        }
    }

    pub(crate) const fn earliest(self) -> u32 {
        self.earliest
    }

    pub(crate) const fn latest(self) -> u32 {
        self.latest
    }
}

/// An area with its time of delivery.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeliveryArea {
    /// Unique name given by staff.
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    pub(crate) working_days: WorkingDays,
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

/// Number of working days to make a piece to order, 1 to 365.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(transparent)]
pub(crate) struct MadeToOrderDays(i16);

impl TryFrom<u32> for MadeToOrderDays {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Self, Self::Error> {
        match i16::try_from(number) {
            Ok(days) if (1..=MAX_MADE_TO_ORDER_DAYS).contains(&number) => Ok(Self(days)),
            _ => Err(OUT_OF_RANGE),
        }
    }
}

impl From<MadeToOrderDays> for u32 {
    fn from(days: MadeToOrderDays) -> Self {
        days.0.unsigned_abs().into()
    }
}

/// Number of months of an instalment plan, 2 to 60.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(transparent)]
pub(crate) struct Months(i16);

impl TryFrom<u32> for Months {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Self, Self::Error> {
        match i16::try_from(number) {
            Ok(months) if (2..=MAX_MONTHS).contains(&number) => Ok(Self(months)),
            _ => Err(OUT_OF_RANGE),
        }
    }
}

impl From<Months> for u32 {
    fn from(months: Months) -> Self {
        months.0.unsigned_abs().into()
    }
}

/// Number of months of the warranty, 1 to 600.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(transparent)]
pub(crate) struct WarrantyMonths(i16);

impl TryFrom<u32> for WarrantyMonths {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Self, Self::Error> {
        match i16::try_from(number) {
            Ok(months) if (1..=MAX_WARRANTY_MONTHS).contains(&number) => Ok(Self(months)),
            _ => Err(OUT_OF_RANGE),
        }
    }
}

impl From<WarrantyMonths> for u32 {
    fn from(months: WarrantyMonths) -> Self {
        months.0.unsigned_abs().into()
    }
}

/// Number of days within which a piece is taken back, 0 to 365; 0 = none is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(transparent)]
pub(crate) struct ReturnDays(i16);

impl TryFrom<u32> for ReturnDays {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Self, Self::Error> {
        match i16::try_from(number) {
            Ok(days) if number <= MAX_RETURN_DAYS => Ok(Self(days)),
            _ => Err(OUT_OF_RANGE),
        }
    }
}

impl From<ReturnDays> for u32 {
    fn from(days: ReturnDays) -> Self {
        days.0.unsigned_abs().into()
    }
}

/// What the shop promises with each piece; `None` = not stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Promises {
    pub(crate) warranty_months: Option<WarrantyMonths>,
    /// For unused pieces from stock. Pieces made to order or in an own size are not taken back, except for defects.
    pub(crate) return_days: Option<ReturnDays>,
    /// Whether the price includes carrying each piece to its room, on any floor.
    pub(crate) is_carried_in: Option<bool>,
}

/// Terms of paying in instalments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Instalment {
    pub(crate) months: Months,
    /// The smallest price that can be paid in instalments.
    pub(crate) least_total: Money,
    /// Fee in percent of the price.
    pub(crate) fee: Percent,
    /// Means of payment, such as "With an instalment card".
    pub(crate) text: LocalizedText,
}

/// The shop's terms, without their version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attributes {
    /// In display order.
    pub(crate) delivery: Vec<DeliveryArea>,
    /// An order after this time counts from the next working day.
    pub(crate) cut_off: ClockTime,
    /// Counted from the agreed drawing.
    pub(crate) made_to_order_days: MadeToOrderDays,
    /// Working days of the week, ascending; the shop is closed on others.
    pub(crate) week: Vec<OpeningHours>,
    /// Further days on which the shop is closed, ascending.
    pub(crate) holidays: Vec<Date>,
    /// `None` if instalments are not offered.
    pub(crate) instalment: Option<Instalment>,
    pub(crate) promises: Promises,
}

impl Attributes {
    /// Replaces the week and the holidays with working hours. A day with hours of its own is no holiday.
    pub(crate) fn set_hours(&mut self, hours: &shop_hours::Attributes) {
        let open = hours.days.iter().filter_map(|day| {
            day.hours.map(|span| OpeningHours {
                day: day.day,
                opens_at: span.opens_at,
                closes_at: span.closes_at,
            })
        });
        self.week = open.collect();
        let closed = hours.holidays.iter().filter(|holiday| holiday.hours.is_none());
        self.holidays = closed.map(|holiday| holiday.on).collect();
    }
}

/// The shop's terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShopTerms {
    pub(crate) version: Version,
    pub(crate) attributes: Attributes,
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
    fn numbers_have_bounds() {
        assert!(WorkingDays::new(0, 0).is_ok() && WorkingDays::new(2, 60).is_ok());
        assert!(WorkingDays::new(3, 2).is_err() && WorkingDays::new(2, 61).is_err());
        let days = |number: u32| MadeToOrderDays::try_from(number).map(u32::from);
        assert_eq!([days(1), days(365)], [Ok(1), Ok(365)]);
        assert_eq!([days(0), days(366), days(u32::MAX)], [Err(OUT_OF_RANGE); 3]);
        let months = |number: u32| Months::try_from(number).map(u32::from);
        assert_eq!([months(2), months(60)], [Ok(2), Ok(60)]);
        assert_eq!([months(1), months(61), months(70_000)], [Err(OUT_OF_RANGE); 3]);
        let warranty = |number: u32| WarrantyMonths::try_from(number).map(u32::from);
        assert_eq!([warranty(1), warranty(600)], [Ok(1), Ok(600)]);
        assert_eq!([warranty(0), warranty(601)], [Err(OUT_OF_RANGE); 2]);
        let returns = |number: u32| ReturnDays::try_from(number).map(u32::from);
        assert_eq!([returns(0), returns(365)], [Ok(0), Ok(365)]);
        assert_eq!([returns(366), returns(70_000)], [Err(OUT_OF_RANGE); 2]);
        assert_eq!(
            [Day::try_from(0_u32), Day::try_from(8_u32)],
            [Err(OUT_OF_RANGE); 2]
        );
    }
}
