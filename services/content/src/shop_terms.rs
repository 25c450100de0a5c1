//! The shop's terms: delivery, opening hours, instalments.

use kit::{
    domain::{LocalizedText, Money, Percent},
    validation::OUT_OF_RANGE,
};
use time::Date;

use crate::{
    opening::{ClockTime, OpeningHours},
    save::Version,
    shop_hours,
};

/// Maximum number of working days until a delivery.
const MAX_DELIVERY_DAYS: u32 = 60;

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

/// Defines numbers within bounds, stored as `smallint`. Parsing one fails with `FIELD.OUT_OF_RANGE`.
macro_rules! counts {
    ($($(#[$documentation:meta])* $name:ident: $bounds:expr;)*) => {$(
        $(#[$documentation])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
        #[sqlx(transparent)]
        pub(crate) struct $name(i16);

        impl TryFrom<u32> for $name {
            type Error = &'static str;

            fn try_from(number: u32) -> Result<Self, Self::Error> {
                match i16::try_from(number) {
                    Ok(count) if $bounds.contains(&number) => Ok(Self(count)),
                    _ => Err(OUT_OF_RANGE),
                }
            }
        }

        impl From<$name> for u32 {
            fn from(count: $name) -> Self {
                count.0.unsigned_abs().into()
            }
        }
    )*};
}

counts! {
    /// Number of working days to make a piece to order, 1 to 365.
    MadeToOrderDays: (1..=365);
    /// Number of months of an instalment plan, 2 to 60.
    Months: (2..=60);
    /// Number of months of the warranty, 1 to 600.
    WarrantyMonths: (1..=600);
    /// Number of days within which a piece is taken back, 0 to 365; 0 = none is.
    ReturnDays: (0..=365);
}

/// Promises of the shop with each piece; `None` = not stated.
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
    use super::*;

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
    }
}
