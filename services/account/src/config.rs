//! Settings from flags and the environment.

use kit::{
    command::Operation,
    settings::{DatabaseSettings, ProcessSettings},
};

use crate::{staff::RoleChange, token::RefreshKeys};

/// The account service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "account", version, about)]
pub struct Config {
    /// Settings of every process.
    #[command(flatten)]
    pub process: ProcessSettings,
    /// Settings of the service's database.
    #[command(flatten)]
    pub database: DatabaseSettings,
    /// Address of the catalog service, `http://host:port`.
    #[arg(long, env = "CATALOG_URL")]
    pub catalog_url: String,
    /// One or two keys that derive the successors of refresh tokens; the first one derives new ones.
    #[arg(long, env = "REFRESH_KEYS", hide_env_values = true)]
    pub refresh_keys: RefreshKeys,
    /// Maximum number of concurrent password hashes, 19 MiB each; the number of cores by default.
    #[arg(long, env = "PASSWORD_HASHES", value_parser = clap::value_parser!(u16).range(1..))]
    pub password_hashes: Option<u16>,
    /// Maximum number of requests waiting to hash a password; further ones fail as unavailable.
    #[arg(long, env = "PASSWORD_QUEUE", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    pub password_queue: u16,
    /// Command to run instead of the server.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Commands for operators.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Command {
    /// Commands of every service.
    #[command(flatten)]
    Kit(Operation),
    /// Grants or revokes the staff role.
    #[command(subcommand)]
    Staff(RoleChange),
}
