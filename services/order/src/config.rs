//! Settings from flags and the environment.

use std::time::Duration;

use kit::command::ServiceSettings;

use crate::link::OrderLinkKeys;

/// The order service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "order", version, about)]
pub struct Config {
    /// Settings of every service.
    #[command(flatten)]
    pub service: ServiceSettings,
    /// Address of the catalog service, `https://host:port`.
    #[arg(long, env = "CATALOG_URL")]
    pub catalog_url: String,
    /// Address of the account service, `https://host:port`.
    #[arg(long, env = "ACCOUNT_URL")]
    pub account_url: String,
    /// Address of the inquiry service, `https://host:port`.
    #[arg(long, env = "INQUIRY_URL")]
    pub inquiry_url: String,
    /// One or two keys for the links to orders; the first signs, all verify.
    #[arg(long, env = "ORDER_LINK_KEYS", hide_env_values = true)]
    pub order_link_keys: OrderLinkKeys,
    /// Settings of the checkout.
    #[command(flatten)]
    pub checkout: CheckoutSettings,
    /// Limits on orders.
    #[command(flatten)]
    pub limits: LimitSettings,
    /// Limits on the stock that unpaid orders hold.
    #[command(flatten)]
    pub holds: HoldSettings,
    /// Lapse of pending orders.
    #[command(flatten)]
    pub lapse: LapseSettings,
}

/// Settings of the checkout.
#[derive(Debug, Clone, clap::Args)]
pub struct CheckoutSettings {
    /// Timeout of a call to another service, in milliseconds.
    #[arg(
        long = "checkout-call-milliseconds",
        env = "CHECKOUT_CALL_MILLISECONDS",
        default_value_t = 1_000
    )]
    pub call_milliseconds: u64,
    /// Time after which an open attempt is abandoned, in seconds of the database clock.
    #[arg(
        long = "checkout-attempt-seconds",
        env = "CHECKOUT_ATTEMPT_SECONDS",
        default_value_t = 120
    )]
    pub attempt_seconds: u32,
    /// Time between two sweeps for such attempts, in milliseconds.
    #[arg(
        long = "checkout-sweep-milliseconds",
        env = "CHECKOUT_SWEEP_MILLISECONDS",
        default_value_t = 5_000
    )]
    pub sweep_milliseconds: u64,
}

/// Limits on orders and on requests for their links; 0 = no limit.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LimitSettings {
    /// Maximum number of orders of an account in an hour; 0 = no limit.
    #[arg(
        long = "orders-per-account-hour",
        env = "ORDERS_PER_ACCOUNT_HOUR",
        default_value_t = 20
    )]
    pub account_hour: u32,
    /// Maximum number of orders of an account in a day; 0 = no limit.
    #[arg(
        long = "orders-per-account-day",
        env = "ORDERS_PER_ACCOUNT_DAY",
        default_value_t = 60
    )]
    pub account_day: u32,
    /// Maximum number of orders from a client address in an hour; 0 = no limit.
    #[arg(
        long = "orders-per-address-hour",
        env = "ORDERS_PER_ADDRESS_HOUR",
        default_value_t = 100
    )]
    pub address_hour: u32,
    /// Maximum number of orders from a client address in a day; 0 = no limit.
    #[arg(
        long = "orders-per-address-day",
        env = "ORDERS_PER_ADDRESS_DAY",
        default_value_t = 500
    )]
    pub address_day: u32,
    /// Maximum number of open unpaid orders of an account; 0 = no limit.
    #[arg(
        long = "open-orders-per-account",
        env = "OPEN_ORDERS_PER_ACCOUNT",
        default_value_t = 20
    )]
    pub open_per_account: u32,
    /// Maximum number of requests for the link of an order from a client address in an hour; 0 = no limit.
    #[arg(
        long = "order-links-per-address-hour",
        env = "ORDER_LINKS_PER_ADDRESS_HOUR",
        default_value_t = 5
    )]
    pub links_per_address_hour: u32,
}

/// Limits on the stock that unpaid orders of the checkout hold; 0 = no limit.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct HoldSettings {
    /// Maximum number of pieces in the unpaid orders of an account; 0 = no limit.
    #[arg(
        long = "held-pieces-per-account",
        env = "HELD_PIECES_PER_ACCOUNT",
        default_value_t = 300
    )]
    pub pieces_per_account: u32,
    /// The same for an account whose e-mail is not verified.
    #[arg(
        long = "held-pieces-per-unverified-account",
        env = "HELD_PIECES_PER_UNVERIFIED_ACCOUNT",
        default_value_t = 60
    )]
    pub pieces_per_unverified_account: u32,
    /// Maximum number of pieces in the unpaid orders from a client address; 0 = no limit.
    #[arg(
        long = "held-pieces-per-address",
        env = "HELD_PIECES_PER_ADDRESS",
        default_value_t = 1_000
    )]
    pub pieces_per_address: u32,
    /// Maximum share of a product's stock in the unpaid orders of an account, in percent; at least 10 pieces are always
    /// admitted; 0 = no limit.
    #[arg(
        long = "held-percent-per-account",
        env = "HELD_PERCENT_PER_ACCOUNT",
        default_value_t = 60
    )]
    pub percent_per_account: u32,
    /// The same for an account whose e-mail is not verified; at least 4 pieces are always admitted.
    #[arg(
        long = "held-percent-per-unverified-account",
        env = "HELD_PERCENT_PER_UNVERIFIED_ACCOUNT",
        default_value_t = 30
    )]
    pub percent_per_unverified_account: u32,
    /// The same for the unpaid orders from a client address; at least 40 pieces are always admitted.
    #[arg(
        long = "held-percent-per-address",
        env = "HELD_PERCENT_PER_ADDRESS",
        default_value_t = 80
    )]
    pub percent_per_address: u32,
}

/// Settings of the lapse of pending orders.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LapseSettings {
    /// Days after which a pending order is cancelled if staff has changed neither its status nor its payment; 0 = never.
    #[arg(long = "pending-order-days", env = "PENDING_ORDER_DAYS", default_value_t = 14)]
    pub pending_days: u32,
    /// The same for orders of accounts whose e-mail is not verified, if that is sooner; 0 = the same time.
    #[arg(
        long = "unverified-order-days",
        env = "UNVERIFIED_ORDER_DAYS",
        default_value_t = 3
    )]
    pub unverified_days: u32,
    /// Time between two sweeps for such orders, in milliseconds.
    #[arg(
        // The name of the field is an argument of the checkout.
        id = "lapse_sweep_milliseconds",
        long = "lapse-sweep-milliseconds",
        env = "LAPSE_SWEEP_MILLISECONDS",
        default_value_t = 60_000
    )]
    pub sweep_milliseconds: u64,
}

/// Times of the lapse of pending orders, by whether the e-mail of the account is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LapsePeriods {
    pub(crate) verified: LapsePeriod,
    pub(crate) unverified: LapsePeriod,
}

/// Times of the lapse of a pending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LapsePeriod {
    /// Age at which the order lapses.
    pub(crate) pending: Duration,
    /// Time from the announcement to the lapse: three days, or half of `pending` if that is shorter.
    pub(crate) notice: Duration,
}

impl HoldSettings {
    /// Whether any limit is set.
    pub(crate) const fn has_limits(&self) -> bool {
        self.pieces_per_account > 0
            || self.pieces_per_unverified_account > 0
            || self.pieces_per_address > 0
            || self.percent_per_account > 0
            || self.percent_per_unverified_account > 0
            || self.percent_per_address > 0
    }
}

impl LapseSettings {
    /// Longest time from the announcement to the lapse.
    const NOTICE: Duration = Duration::from_hours(3 * 24);

    /// Returns the times of a lapse, or `None` if orders never lapse.
    pub(crate) fn periods(self) -> Option<LapsePeriods> {
        let period = |days: u32| {
            let pending = Duration::from_hours(24 * u64::from(days));
            LapsePeriod {
                pending,
                notice: Self::NOTICE.min(pending / 2),
            }
        };
        let days = self.pending_days;
        let unverified = if self.unverified_days == 0 {
            days
        } else {
            days.min(self.unverified_days)
        };
        (days > 0).then(|| LapsePeriods {
            verified: period(days),
            unverified: period(unverified),
        })
    }

    /// Returns the time between two sweeps.
    pub const fn sweep_interval(&self) -> Duration {
        Duration::from_millis(self.sweep_milliseconds)
    }
}

impl CheckoutSettings {
    /// Returns the timeout of a call to another service.
    pub const fn call_timeout(&self) -> Duration {
        Duration::from_millis(self.call_milliseconds)
    }

    /// Returns the time after which an open attempt is abandoned.
    pub fn attempt_timeout(&self) -> Duration {
        Duration::from_secs(self.attempt_seconds.into())
    }

    /// Returns the time between two sweeps.
    pub const fn sweep_interval(&self) -> Duration {
        Duration::from_millis(self.sweep_milliseconds)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn settings_have_unique_names() {
        Config::command().debug_assert();
    }

    #[test]
    fn notice_is_three_days_or_half_of_a_shorter_period() {
        const DAY: Duration = Duration::from_hours(24);
        for (pending_days, expected) in [
            (0, None),
            (1, Some((DAY, DAY / 2))),
            (6, Some((6 * DAY, 3 * DAY))),
            (14, Some((14 * DAY, 3 * DAY))),
        ] {
            let settings = LapseSettings {
                pending_days,
                unverified_days: 0,
                sweep_milliseconds: 1,
            };
            let periods = settings.periods();
            let period = periods.map(|periods| (periods.verified.pending, periods.verified.notice));
            assert_eq!(period, expected, "{pending_days}");
            assert!(periods.is_none_or(|periods| periods.unverified == periods.verified));
            let sooner = LapseSettings {
                unverified_days: 3,
                ..settings
            };
            let days = sooner
                .periods()
                .map(|periods| periods.unverified.pending / 24 / 3600);
            let expected = (pending_days > 0).then(|| Duration::from_secs(pending_days.min(3).into()));
            assert_eq!(days, expected, "{pending_days}");
        }
    }
}
