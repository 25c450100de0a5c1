//! The settings of the catalog service.

use kit::settings::ServiceSettings;

/// All settings, from the environment or the command line.
#[derive(Debug, Clone, clap::Parser)]
#[command(
    name = "catalog",
    about = "Products, categories, stock and its reservations, search"
)]
pub struct Config {
    /// Settings of every service.
    #[command(flatten)]
    pub service: ServiceSettings,
}
