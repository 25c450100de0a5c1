//! The settings, read once.

use kit::{
    command::Operation,
    settings::{DatabaseSettings, ProcessSettings},
};

use crate::{staff::RoleChange, token::RefreshKeys};

/// The account service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "account", version, about)]
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
    /// One or two keys from which the successors of refresh tokens are made; the first makes new ones.
    #[arg(long, env = "REFRESH_KEYS", hide_env_values = true)]
    pub refresh_keys: RefreshKeys,
    /// Password hashes that are computed at the same time, 19 MiB each; missing = one for each core.
    #[arg(long, env = "PASSWORD_HASHES", value_parser = clap::value_parser!(u16).range(1..))]
    pub password_hashes: Option<u16>,
    /// Requests that may wait for their turn to compute one; more are told to come again.
    #[arg(long, env = "PASSWORD_QUEUE", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    pub password_queue: u16,
    /// What to do instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What an operator may ask.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Command {
    /// What every service does.
    #[command(flatten)]
    Kit(Operation),
    /// Who belongs to the staff.
    #[command(subcommand)]
    Staff(RoleChange),
}
