//! Settings from flags and the environment.

use std::time::Duration;

use kit::settings::ServiceSettings;

/// The order service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "order", version, about)]
pub struct Config {
    /// Settings of every service.
    #[command(flatten)]
    pub service: ServiceSettings,
    /// Address of the catalog service, `http://host:port`.
    #[arg(long, env = "CATALOG_URL")]
    pub catalog_url: String,
    /// Address of the account service, `http://host:port`.
    #[arg(long, env = "ACCOUNT_URL")]
    pub account_url: String,
    /// Settings of the checkout.
    #[command(flatten)]
    pub checkout: CheckoutSettings,
    /// Limits on orders.
    #[command(flatten)]
    pub limits: LimitSettings,
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

/// Limits on orders; 0 = no limit.
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
}

/// Settings of the lapse of pending orders.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LapseSettings {
    /// Days after which a pending order is cancelled if staff has changed neither its status nor its payment; 0 = never.
    #[arg(long = "pending-order-days", env = "PENDING_ORDER_DAYS", default_value_t = 14)]
    pub pending_days: u32,
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

impl LapseSettings {
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

    #[test]
    fn settings_have_unique_names() {
        super::Config::command().debug_assert();
    }
}
