//! The settings of the content service.

use kit::{
    command::Operation,
    settings::{DatabaseSettings, ProcessSettings},
};

/// All settings, from the environment or the command line.
#[derive(Debug, Clone, clap::Parser)]
#[command(
    name = "content",
    about = "Campaigns, texts of the banner, the portfolio of projects, stores"
)]
pub struct Config {
    /// Settings of every process.
    #[command(flatten)]
    pub process: ProcessSettings,
    /// Its database.
    #[command(flatten)]
    pub database: DatabaseSettings,
    /// What to do; missing = serve.
    #[command(subcommand)]
    pub operation: Option<Operation>,
}
