//! The settings of the content service.

use kit::{
    command::Operation,
    settings::{DatabaseSettings, ProcessSettings},
};

/// All settings, from the environment or the command line.
#[derive(Debug, Clone, clap::Parser)]
#[command(
    name = "content",
    about = "Campaigns, banner texts, portfolio projects, stores"
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
