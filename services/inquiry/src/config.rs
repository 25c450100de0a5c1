//! The settings, read once.

use std::time::Duration;

use kit::{
    command::Operation,
    settings::{DatabaseSettings, ProcessSettings},
};

/// The inquiry service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "inquiry", version, about)]
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
    /// Milliseconds that one call to the catalogue may take.
    #[arg(long, env = "INQUIRY_CALL_MILLISECONDS", default_value_t = 1_000)]
    pub call_milliseconds: u64,
    /// Days after which names, contacts, messages and notes of an inquiry are wiped; its number and product stay.
    #[arg(long, env = "INQUIRY_RETENTION_DAYS", default_value_t = 1_096, value_parser = clap::value_parser!(u16).range(1..))]
    pub retention_days: u16,
    /// What to do instead of serving.
    #[command(subcommand)]
    pub operation: Option<Operation>,
}

impl Config {
    /// How long one call to the catalogue may take.
    pub const fn call(&self) -> Duration {
        Duration::from_millis(self.call_milliseconds)
    }
}
