//! Working hours of the shop that staff set.

use kit::domain::LocalizedText;
use time::Date;

use crate::{
    opening::{ClockTime, Day},
    publication::LastChange,
    save::Version,
};

time::serde::format_description!(iso_date, Date, "[year]-[month]-[day]");

/// Opening and closing time of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Span {
    pub(crate) opens_at: ClockTime,
    /// Later than `opens_at`.
    pub(crate) closes_at: ClockTime,
}

/// Hours of a day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct WeekDay {
    pub(crate) day: Day,
    /// `None` = closed.
    pub(crate) hours: Option<Span>,
}

/// A day with hours of its own.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Holiday {
    #[serde(with = "iso_date")]
    pub(crate) on: Date,
    /// `None` = closed.
    pub(crate) hours: Option<Span>,
    pub(crate) name: LocalizedText,
}

/// Working hours without their version.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Attributes {
    /// The seven days, ascending.
    pub(crate) days: Vec<WeekDay>,
    /// Ascending.
    pub(crate) holidays: Vec<Holiday>,
}

/// Working hours of the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShopHours {
    pub(crate) version: Version,
    pub(crate) attributes: Attributes,
    pub(crate) last_change: LastChange,
}
