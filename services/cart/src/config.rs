//! Settings of the cart service.

use kit::command::ServiceSettings;

/// The cart service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "cart", version, about)]
pub struct Config {
    /// Settings of every service.
    #[command(flatten)]
    pub service: ServiceSettings,
    /// Address of the catalog service, `https://host:port`.
    #[arg(long, env = "CATALOG_URL")]
    pub catalog_url: String,
}
