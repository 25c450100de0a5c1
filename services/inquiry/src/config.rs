//! Settings from flags and the environment.

use std::{path::PathBuf, time::Duration};

use kit::command::ServiceSettings;

use crate::offer::token::OfferKeys;

/// The inquiry service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "inquiry", version, about)]
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
    /// Address of the order service, `https://host:port`.
    #[arg(long, env = "ORDER_URL")]
    pub order_url: String,
    /// Timeout of a call to another service, in milliseconds.
    #[arg(long, env = "INQUIRY_CALL_MILLISECONDS", default_value_t = 1_000)]
    pub call_milliseconds: u64,
    /// Days after which the personal data of an inquiry is wiped, counted from the last contact, or from the end of an order that was made from it. Its number and product are kept.
    #[arg(long, env = "INQUIRY_RETENTION_DAYS", default_value_t = 1_096, value_parser = clap::value_parser!(u16).range(1..))]
    pub retention_days: u16,
    /// Working minutes within which the shop promises to answer a customer.
    #[arg(long, env = "DESK_PROMISE_MINUTES", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub desk_promise_minutes: u32,
    /// One or two keys for the links to offers; the first signs, all verify.
    #[arg(long, env = "OFFER_KEYS", hide_env_values = true)]
    pub offer_keys: OfferKeys,
    /// Days for which a new offer is valid.
    #[arg(long, env = "OFFER_DAYS", default_value_t = 14, value_parser = clap::value_parser!(u16).range(1..=365))]
    pub offer_days: u16,
    /// Share of lines without a product in the total of an offer, in whole percent; above it a sales member needs an approval.
    #[arg(long, env = "OFFER_FREE_PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub offer_free_percent: u8,
    /// Time between two searches for offers that end, in milliseconds.
    #[arg(long, env = "OFFER_SWEEP_MILLISECONDS", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(10..))]
    pub offer_sweep_milliseconds: u64,
    /// JSON file with the price book of an empty database; a made-up book if it is missing.
    #[arg(long, env = "RULES_PRICE_BOOK")]
    pub rules_price_book: Option<PathBuf>,
}

impl Config {
    /// Returns the time between two searches for offers that end.
    pub const fn offer_sweep_interval(&self) -> Duration {
        Duration::from_millis(self.offer_sweep_milliseconds)
    }

    /// Returns the timeout of a call to another service.
    pub const fn call_timeout(&self) -> Duration {
        Duration::from_millis(self.call_milliseconds)
    }
}
