//! Figures of the day at the desk. Days are those of Asia/Baku.

use std::collections::BTreeMap;

use kit::{
    caller::Actor,
    staff::{Access, Permission},
    vocabulary::visit::Channel,
};
use time::Date;

use crate::{desk::Source, order::Status, payment::Kind};

/// Statuses of orders that are in work.
pub(crate) const OPEN: [Status; 4] = [
    Status::Pending,
    Status::Processing,
    Status::Shipped,
    Status::Delivered,
];

/// Whether the actor sees the numbers of orders.
pub(crate) fn sees_open_orders(actor: &Actor) -> bool {
    actor.access(Permission::OrdersCreate) == Access::Always
}

/// Whether the actor sees the deliveries of today and tomorrow.
pub(crate) fn sees_deliveries(actor: &Actor) -> bool {
    actor.access(Permission::OrdersShip) == Access::Always
}

/// Whether the actor sees the revenue of the shop.
pub(crate) fn sees_revenue(actor: &Actor) -> bool {
    actor.access(Permission::PaymentsRefund) == Access::Always
}

/// Payments of one day, direction, and origin and channel of their orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DaySum {
    pub(crate) on: Date,
    pub(crate) source: Source,
    pub(crate) channel: Channel,
    pub(crate) kind: Kind,
    /// Qəpik.
    pub(crate) minor: i64,
    pub(crate) count: i64,
}

impl DaySum {
    /// Returns the amount; negative for refunds.
    pub(crate) const fn signed(&self) -> i64 {
        match self.kind {
            Kind::In => self.minor,
            Kind::Out => -self.minor,
        }
    }
}

/// Days, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Days {
    pub(crate) from: Date,
    pub(crate) to: Date,
}

/// Returns the days of a month up to a day.
pub(crate) fn month_to(day: Date) -> Days {
    Days {
        from: day.replace_day(1).unwrap_or(day),
        to: day,
    }
}

/// Returns the same days of the month before; of a shorter month, all of it.
pub(crate) fn month_before(month: Days) -> Days {
    let last = month.from.previous_day().unwrap_or(month.from);
    month_to(last.replace_day(month.to.day()).unwrap_or(last))
}

/// Payments in minus payments out, in qəpik.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Revenue {
    /// Each day of the month.
    pub(crate) days: Vec<(Date, i64)>,
    pub(crate) total: i64,
    pub(crate) previous_total: i64,
    pub(crate) from_offers: i64,
    pub(crate) from_website: i64,
    /// Of orders that staff created without an offer.
    pub(crate) from_desk: i64,
    /// By channel of the visit.
    pub(crate) by_channel: BTreeMap<Channel, i64>,
}

/// Sums the payments of a month.
pub(crate) fn revenue(month: Days, sums: &[DaySum], previous_total: i64) -> Revenue {
    let sum = |is_counted: &dyn Fn(&DaySum) -> bool| -> i64 {
        let counted = sums.iter().filter(|sum| is_counted(sum));
        counted.map(DaySum::signed).sum()
    };
    let mut by_channel = BTreeMap::new();
    for sum in sums {
        *by_channel.entry(sum.channel).or_default() += sum.signed();
    }
    let days = std::iter::successors(Some(month.from), |day| day.next_day())
        .take_while(|day| *day <= month.to)
        .map(|day| (day, sum(&|sum| sum.on == day)));
    let (total, from_offers) = (sum(&|_| true), sum(&|sum| sum.source == Source::Offer));
    let from_website = sum(&|sum| sum.source == Source::Website);
    Revenue {
        days: days.collect(),
        total,
        previous_total,
        from_offers,
        from_website,
        from_desk: total - from_offers - from_website,
        by_channel,
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn a_month_is_compared_with_the_same_days_of_the_month_before() {
        for (today, from, to) in [
            (
                date!(2026 - 11 - 23),
                date!(2026 - 10 - 01),
                date!(2026 - 10 - 23),
            ),
            (
                date!(2026 - 12 - 31),
                date!(2026 - 11 - 01),
                date!(2026 - 11 - 30),
            ),
            (
                date!(2028 - 03 - 30),
                date!(2028 - 02 - 01),
                date!(2028 - 02 - 29),
            ),
            (
                date!(2027 - 01 - 01),
                date!(2026 - 12 - 01),
                date!(2026 - 12 - 01),
            ),
        ] {
            let month = month_to(today);
            assert_eq!((month.from.day(), month.to), (1, today));
            assert_eq!(month_before(month), Days { from, to }, "{today}");
        }
    }

    #[test]
    fn r40_the_shares_of_the_revenue_and_its_days_sum_to_the_total() {
        let month = month_to(date!(2026 - 11 - 03));
        let sum = |day: u8, source, channel, kind, minor| DaySum {
            on: month.from.replace_day(day).unwrap(),
            source,
            channel,
            kind,
            minor,
            count: 1,
        };
        let sums = [
            sum(1, Source::Website, Channel::Ads, Kind::In, 500),
            sum(1, Source::Offer, Channel::Ads, Kind::In, 2_000),
            // A refund counts on its own day.
            sum(3, Source::Offer, Channel::Ads, Kind::Out, 700),
            sum(3, Source::WalkIn, Channel::Unknown, Kind::In, 40),
            sum(3, Source::Phone, Channel::Mail, Kind::Out, 10),
        ];
        let amounts = [(1, 2_500), (2, 0), (3, -670)];
        assert_eq!(
            revenue(month, &sums, -10),
            Revenue {
                days: amounts
                    .map(|(day, minor)| (month.from.replace_day(day).unwrap(), minor))
                    .to_vec(),
                total: 1_830,
                previous_total: -10,
                from_offers: 1_300,
                from_website: 500,
                from_desk: 30,
                by_channel: [
                    (Channel::Ads, 1_800),
                    (Channel::Mail, -10),
                    (Channel::Unknown, 40)
                ]
                .into(),
            }
        );
    }
}
