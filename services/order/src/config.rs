//! The settings, read once.

use std::time::Duration;

use kit::{
    command::Operation,
    settings::{DatabaseSettings, ProcessSettings},
};

/// The order service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "order", version, about)]
pub struct Config {
    /// What every process has.
    #[command(flatten)]
    pub process: ProcessSettings,
    /// The service's own database.
    #[command(flatten)]
    pub database: DatabaseSettings,
    /// Where the catalogue is, `http://host:port`.
    #[arg(long, env = "CATALOG_URL")]
    pub catalog_url: String,
    /// Where the accounts are, `http://host:port`.
    #[arg(long, env = "ACCOUNT_URL")]
    pub account_url: String,
    /// How attempts at orders end.
    #[command(flatten)]
    pub checkout: CheckoutSettings,
    /// What to do instead of serving.
    #[command(subcommand)]
    pub operation: Option<Operation>,
}

/// How attempts at orders end.
#[derive(Debug, Clone, clap::Args)]
pub struct CheckoutSettings {
    /// Milliseconds that one call to the catalogue or the accounts may take.
    #[arg(
        long = "checkout-call-milliseconds",
        env = "CHECKOUT_CALL_MILLISECONDS",
        default_value_t = 1_000
    )]
    pub call_milliseconds: u64,
    /// Seconds after which an attempt that is still open is abandoned, by the database's clock.
    #[arg(
        long = "checkout-attempt-seconds",
        env = "CHECKOUT_ATTEMPT_SECONDS",
        default_value_t = 120
    )]
    pub attempt_seconds: u32,
    /// Milliseconds between two looks for such attempts.
    #[arg(
        long = "checkout-sweep-milliseconds",
        env = "CHECKOUT_SWEEP_MILLISECONDS",
        default_value_t = 5_000
    )]
    pub sweep_milliseconds: u64,
}

impl CheckoutSettings {
    /// How long one call to another service may take.
    pub const fn call(&self) -> Duration {
        Duration::from_millis(self.call_milliseconds)
    }

    /// How long an attempt may be open.
    pub fn attempt(&self) -> Duration {
        Duration::from_secs(self.attempt_seconds.into())
    }

    /// How long to wait between two looks for attempts that are open too long.
    pub const fn sweep(&self) -> Duration {
        Duration::from_millis(self.sweep_milliseconds)
    }
}
