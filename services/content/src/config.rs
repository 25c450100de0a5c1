//! The settings of the content service.

use kit::command::ServiceSettings;

/// All settings, from the environment or the command line.
#[derive(Debug, Clone, clap::Parser)]
#[command(
    name = "content",
    about = "Campaigns, banner texts, portfolio projects, stores"
)]
pub struct Config {
    /// Settings of every service.
    #[command(flatten)]
    pub service: ServiceSettings,
}
