//! Settings from flags and the environment.

use kit::{
    command::Operation,
    settings::{DatabaseSettings, ProcessSettings},
};
use time::Duration;

use crate::{desk::Lifetimes, sealing::FactorKeys, staff::RoleChange, token::RefreshKeys};

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
    /// Address of the catalog service, `https://host:port`.
    #[arg(long, env = "CATALOG_URL")]
    pub catalog_url: String,
    /// Address of the inquiry service, `https://host:port`.
    #[arg(long, env = "INQUIRY_URL")]
    pub inquiry_url: String,
    /// One or two keys that derive the successors of refresh tokens; the first one derives new ones.
    #[arg(long, env = "REFRESH_KEYS", hide_env_values = true)]
    pub refresh_keys: RefreshKeys,
    /// One or two keys that encrypt the secrets of second factors in the database; the first one encrypts.
    #[arg(long, env = "SECOND_FACTOR_KEYS", hide_env_values = true)]
    pub second_factor_keys: FactorKeys,
    /// Number of concurrent password hashes, whose memory of 19 MiB each is allocated at start; half the number of cores
    /// by default, at least 1 and at most 4.
    #[arg(long, env = "PASSWORD_HASHES", value_parser = clap::value_parser!(u16).range(1..))]
    pub password_hashes: Option<u16>,
    /// Maximum number of requests waiting to hash a password; further ones fail as unavailable.
    #[arg(long, env = "PASSWORD_QUEUE", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    pub password_queue: u16,
    /// Maximum number of requests from one address waiting to hash a password, and again as many from its signed-in
    /// devices; further ones fail as too many requests.
    #[arg(long, env = "PASSWORD_QUEUE_PER_ADDRESS", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    pub password_queue_per_address: u16,
    /// Limits of the requests that hash a password.
    #[command(flatten)]
    pub hash_limits: HashLimitSettings,
    /// Lifetimes of the desk.
    #[command(flatten)]
    pub desk: DeskSettings,
    /// Command to run instead of the server.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Limits of the requests that hash a password, successful or not.
#[derive(Debug, Clone, clap::Args)]
pub struct HashLimitSettings {
    /// Maximum number of sign-ins from one address in 10 minutes, without those of its signed-in devices.
    #[arg(long, env = "SIGN_INS_PER_ADDRESS", default_value_t = 1_200, value_parser = clap::value_parser!(u32).range(1..))]
    pub sign_ins_per_address: u32,
    /// Maximum number of successful sign-ins to one account in 10 minutes.
    #[arg(long, env = "SIGN_INS_PER_ACCOUNT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub sign_ins_per_account: u32,
    /// Maximum number of password changes from one address in 10 minutes, failed ones included.
    #[arg(long, env = "PASSWORD_CHANGES_PER_ADDRESS", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    pub password_changes_per_address: u32,
    /// Maximum number of password changes of one account in 10 minutes, failed ones included.
    #[arg(long, env = "PASSWORD_CHANGES_PER_ACCOUNT", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub password_changes_per_account: u32,
}

/// Lifetimes of sessions, devices and invitations of the desk.
#[derive(Debug, Clone, clap::Args)]
pub struct DeskSettings {
    /// Lifetime of a session of the desk, in seconds.
    #[arg(long, env = "DESK_SESSION_SECONDS", default_value_t = 1_800, value_parser = clap::value_parser!(u32).range(1..))]
    pub desk_session_seconds: u32,
    /// Time after a sign-in to the desk at which its sessions end, whatever happens, in seconds.
    #[arg(long, env = "DESK_SESSION_LONGEST_SECONDS", default_value_t = 43_200, value_parser = clap::value_parser!(u32).range(1..))]
    pub desk_session_longest_seconds: u32,
    /// Lifetime of a session of the desk whose second factor is missing, in seconds.
    #[arg(long, env = "DESK_PENDING_SESSION_SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    pub desk_pending_session_seconds: u32,
    /// Time for which a repeated second factor opens the calls that need one, in seconds.
    #[arg(long, env = "DESK_STEP_UP_SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    pub desk_step_up_seconds: u32,
    /// Time for which a remembered device needs no second factor, in days.
    #[arg(long, env = "DESK_DEVICE_DAYS", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=365))]
    pub desk_device_days: u32,
    /// Lifetime of an invitation to the staff, in hours.
    #[arg(long, env = "STAFF_INVITATION_HOURS", default_value_t = 168, value_parser = clap::value_parser!(u32).range(1..))]
    pub staff_invitation_hours: u32,
}

impl From<&DeskSettings> for Lifetimes {
    fn from(settings: &DeskSettings) -> Self {
        let seconds = |seconds: u32| Duration::seconds(i64::from(seconds));
        Self {
            session: seconds(settings.desk_session_seconds),
            family: seconds(settings.desk_session_longest_seconds),
            pending: seconds(settings.desk_pending_session_seconds),
            step_up: seconds(settings.desk_step_up_seconds),
            device: Duration::days(i64::from(settings.desk_device_days)),
        }
    }
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
