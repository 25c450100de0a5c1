//! The settings of the catalog service.

use kit::{
    command::Operation,
    settings::{DatabaseSettings, ProcessSettings},
};

/// All settings, from the environment or the command line.
#[derive(Debug, Clone, clap::Parser)]
#[command(
    name = "catalog",
    about = "Products, categories, stock and its reservations, search"
)]
pub struct Config {
    /// Settings of every process.
    #[command(flatten)]
    pub process: ProcessSettings,
    /// Database of the service.
    #[command(flatten)]
    pub database: DatabaseSettings,
    /// Subcommand; `serve` if missing.
    #[command(subcommand)]
    pub operation: Option<Operation>,
}
