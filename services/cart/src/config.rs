//! Settings of the cart service.

use kit::{
    command::Operation,
    settings::{DatabaseSettings, ProcessSettings},
};

/// The cart service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "cart", version, about)]
pub struct Config {
    /// Settings of every process.
    #[command(flatten)]
    pub process: ProcessSettings,
    /// Database of the service.
    #[command(flatten)]
    pub database: DatabaseSettings,
    /// Address of the catalog service, `http://host:port`.
    #[arg(long, env = "CATALOG_URL")]
    pub catalog_url: String,
    /// Subcommand; `serve` if missing.
    #[command(subcommand)]
    pub operation: Option<Operation>,
}
