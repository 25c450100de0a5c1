//! The settings that every process has, read once from the environment.

use std::{ffi::OsString, net::SocketAddr, num::ParseIntError, time::Duration};

use clap::{
    Arg, Command, FromArgMatches,
    error::{ContextKind, ContextValue},
};
use secrecy::SecretString;

use crate::caller::CallerKeys;

/// Reads a program's settings from the command line and the environment; ends the process with a hint where something is
/// wrong. What a secret was set to is not in the hint.
pub fn read<C: FromArgMatches>(program: Command) -> C {
    read_from(program, std::env::args_os()).unwrap_or_else(|error| error.exit())
}

fn read_from<C: FromArgMatches>(
    mut program: Command,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<C, clap::Error> {
    program.build();
    let secrets: Vec<_> = program
        .get_arguments()
        .filter(|argument| argument.is_hide_env_values_set())
        .map(Arg::to_string)
        .collect();
    program
        .try_get_matches_from_mut(arguments)
        .and_then(|matches| C::from_arg_matches(&matches))
        .map_err(|mut error| {
            if let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg)
                && secrets.contains(argument)
            {
                let hidden = ContextValue::String("(hidden)".to_owned());
                error.insert(ContextKind::InvalidValue, hidden);
            }
            error
        })
}

/// Settings of every process.
#[derive(Debug, Clone, clap::Args)]
pub struct ProcessSettings {
    /// Where to listen, `address:port`; port 0 picks a free one.
    #[arg(long, env = "LISTEN", default_value = "127.0.0.1:0")]
    pub listen: SocketAddr,
    /// Where operators ask for `/metrics` and `/health`, `address:port`; port 0 picks a free one.
    #[arg(long, env = "ADMIN_ADDRESS", default_value = "127.0.0.1:0")]
    pub admin_address: SocketAddr,
    /// The NATS servers, parted by commas.
    #[arg(long, env = "NATS_URL", default_value = "nats://127.0.0.1:4222")]
    pub nats_url: String,
    /// One or two keys that sign who calls; the first signs, all verify.
    #[arg(long, env = "CALLER_KEYS", hide_env_values = true)]
    pub caller_keys: CallerKeys,
    /// For how many seconds a process that was asked to stop still takes requests while it says that it is not ready:
    /// the time that its callers need to turn away.
    #[arg(long = "shutdown-delay-seconds", env = "SHUTDOWN_DELAY_SECONDS", value_name = "SECONDS",
        default_value = "0", value_parser = seconds)]
    pub shutdown_delay: Duration,
    /// Logs and traces.
    #[command(flatten)]
    pub telemetry: TelemetrySettings,
}

fn seconds(value: &str) -> Result<Duration, ParseIntError> {
    value.parse().map(Duration::from_secs)
}

/// Settings of a process that has a database.
#[derive(Debug, Clone, clap::Args)]
pub struct DatabaseSettings {
    /// The service's own database.
    #[arg(long, env = "POSTGRES_URL", hide_env_values = true)]
    pub postgres_url: SecretString,
    /// The same database without a pooler between, for LISTEN and migrations; missing = the same address.
    #[arg(long, env = "POSTGRES_DIRECT_URL", hide_env_values = true)]
    pub postgres_direct_url: Option<SecretString>,
    /// Connections at most.
    #[arg(long, env = "POSTGRES_CONNECTIONS", default_value_t = 10)]
    pub postgres_connections: u32,
}

impl DatabaseSettings {
    /// The address without a pooler between.
    pub fn direct_url(&self) -> &SecretString {
        self.postgres_direct_url.as_ref().unwrap_or(&self.postgres_url)
    }
}

/// Settings of logs and traces.
#[derive(Debug, Clone, clap::Args)]
pub struct TelemetrySettings {
    /// `json` for machines, `pretty` for people.
    #[arg(long, env = "LOG_FORMAT", value_enum, default_value_t = LogFormat::Json)]
    pub log_format: LogFormat,
    /// What to log, in the syntax of `tracing` filters.
    #[arg(long, env = "LOG_FILTER", default_value = "info")]
    pub log_filter: String,
    /// Where traces go by OTLP over gRPC; missing = nowhere.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
}

/// How logs look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// One JSON object a line.
    Json,
    /// For people.
    Pretty,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[derive(Debug, clap::Parser)]
    struct Program {
        #[command(flatten)]
        process: ProcessSettings,
    }

    fn refusal(argument: &str) -> String {
        let arguments = ["program", argument].map(OsString::from);
        read_from::<Program>(Program::command(), arguments)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn a_wrong_secret_is_named_but_not_told() {
        let refusal = refusal("--caller-keys=half-a-key");
        assert!(refusal.contains("--caller-keys"), "{refusal}");
        assert!(!refusal.contains("half-a-key"), "{refusal}");
    }

    #[test]
    fn another_wrong_setting_is_told() {
        let refusal = refusal("--listen=nowhere");
        assert!(refusal.contains("'nowhere' for '--listen"), "{refusal}");
    }
}
