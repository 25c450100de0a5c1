//! The settings, read once.

use kit::{
    command::Operation,
    settings::{DatabaseSettings, ProcessSettings},
};

/// The cart service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "cart", version, about)]
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
    /// What to do instead of serving.
    #[command(subcommand)]
    pub operation: Option<Operation>,
}
