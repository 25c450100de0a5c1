//! Settings from flags and the environment.

use std::time::Duration;

use kit::settings::ServiceSettings;

/// The inquiry service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "inquiry", version, about)]
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
    /// Timeout of a call to another service, in milliseconds.
    #[arg(long, env = "INQUIRY_CALL_MILLISECONDS", default_value_t = 1_000)]
    pub call_milliseconds: u64,
    /// Days after which the personal data of an inquiry is wiped, counted from the last contact. Its number and product are kept.
    #[arg(long, env = "INQUIRY_RETENTION_DAYS", default_value_t = 1_096, value_parser = clap::value_parser!(u16).range(1..))]
    pub retention_days: u16,
    /// Working minutes within which the shop promises to answer a customer.
    #[arg(long, env = "DESK_PROMISE_MINUTES", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub desk_promise_minutes: u32,
}

impl Config {
    /// Returns the timeout of a call to another service.
    pub const fn call_timeout(&self) -> Duration {
        Duration::from_millis(self.call_milliseconds)
    }
}
