//! Settings that all processes share.

use std::{
    ffi::OsString,
    net::SocketAddr,
    num::ParseIntError,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{
    Command, FromArgMatches,
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};
use secrecy::SecretString;

use crate::caller::CallerSettings;

/// Parses a program's settings from the command line and the environment. Prints a message and exits if one is invalid;
/// the message omits the values of secrets.
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
        .cloned()
        .collect();
    program
        .try_get_matches_from_mut(arguments)
        .and_then(|matches| {
            // Every user of the machine can read the arguments of a process.
            let argument = secrets.iter().find(|secret| {
                matches.value_source(secret.get_id().as_str()) == Some(ValueSource::CommandLine)
            });
            if let Some(argument) = argument {
                let name = argument.get_env().unwrap_or_default().to_string_lossy();
                let message = format!("{argument} is a secret: set it by {name} in the environment");
                return Err(program.error(ErrorKind::ArgumentConflict, message));
            }
            C::from_arg_matches(&matches)
        })
        .map_err(|mut error| {
            if let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg)
                && secrets.iter().any(|secret| secret.to_string() == *argument)
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
    /// Listening address, `address:port`; port 0 picks a free port.
    #[arg(long, env = "LISTEN", default_value = "127.0.0.1:0")]
    pub listen: SocketAddr,
    /// Listening address of `/metrics` and `/health`, `address:port`; port 0 picks a free port.
    #[arg(long, env = "ADMIN_ADDRESS", default_value = "127.0.0.1:0")]
    pub admin_address: SocketAddr,
    /// Connection to NATS.
    #[command(flatten)]
    pub nats: NatsSettings,
    /// Keys for the claims of callers.
    #[command(flatten)]
    pub callers: CallerSettings,
    /// Connections of this process to services.
    #[command(flatten)]
    pub grpc: GrpcSettings,
    /// Connections of callers to this service.
    #[command(flatten)]
    pub certificate: CertificateSettings,
    /// Seconds between failing readiness and closing the port, so that load balancers stop sending requests first.
    #[arg(long = "shutdown-delay-seconds", env = "SHUTDOWN_DELAY_SECONDS", value_name = "SECONDS",
        default_value = "0", value_parser = seconds)]
    pub shutdown_delay: Duration,
    /// Whether the server describes its rpcs to tools such as grpcurl.
    #[arg(long, env = "GRPC_REFLECTION", default_value_t = false, action = clap::ArgAction::Set)]
    pub grpc_reflection: bool,
    /// Logs and traces.
    #[command(flatten)]
    pub telemetry: TelemetrySettings,
}

/// Settings of the connection to NATS.
#[derive(Debug, Clone, clap::Args)]
pub struct NatsSettings {
    /// URLs of the NATS servers, separated by commas, `nats://user:password@host:port` or, with TLS, `tls://…`.
    #[arg(
        long,
        env = "NATS_URL",
        default_value = "nats://127.0.0.1:4222",
        hide_env_values = true
    )]
    pub nats_url: SecretString,
    /// File with the certificate authority of the NATS servers, in PEM format; the system's authorities by default.
    #[arg(long, env = "NATS_CA_FILE")]
    pub nats_ca_file: Option<PathBuf>,
    /// The stream that a process creates if it finds none.
    #[command(flatten)]
    pub stream: StreamSettings,
}

/// Configurable settings of the stream of events.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct StreamSettings {
    /// Maximum size of the stream in bytes; when it is full, events stay in the outboxes.
    #[arg(long = "bus-max-bytes", env = "BUS_MAX_BYTES", default_value_t = 1 << 30)]
    pub max_bytes: i64,
    /// Number of replicas in the NATS cluster.
    #[arg(long = "bus-replicas", env = "BUS_REPLICAS", default_value_t = 1)]
    pub replicas: usize,
}

impl Default for StreamSettings {
    fn default() -> Self {
        Self {
            max_bytes: 1 << 30,
            replicas: 1,
        }
    }
}

impl NatsSettings {
    /// Returns the settings for servers with these URLs.
    pub fn new(urls: impl Into<SecretString>) -> Self {
        Self {
            nats_url: urls.into(),
            nats_ca_file: None,
            stream: StreamSettings::default(),
        }
    }
}

/// Settings of connections to services.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct GrpcSettings {
    /// File with the authority of the services' certificates, in PEM format; needed for addresses `https://…`. It is read again
    /// when it changes.
    #[arg(long, env = "GRPC_CA_FILE")]
    pub grpc_ca_file: Option<PathBuf>,
    /// Whether gRPC without TLS is allowed other than at a loopback address, for calls and for the own port.
    #[arg(long, env = "GRPC_ALLOW_PLAIN", default_value_t = false, action = clap::ArgAction::Set)]
    pub grpc_allow_plain: bool,
}

/// Settings of the certificate of a service.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct CertificateSettings {
    /// File with the certificate of the gRPC server and its intermediates, in PEM format; the port then accepts TLS, and nothing
    /// else without `GRPC_ALLOW_PLAIN`. It is read again when it changes.
    #[arg(long, env = "GRPC_CERTIFICATE_FILE", requires = "grpc_key_file")]
    pub grpc_certificate_file: Option<PathBuf>,
    /// File with the key of the certificate, in PEM format.
    #[arg(long, env = "GRPC_KEY_FILE", requires = "grpc_certificate_file")]
    pub grpc_key_file: Option<PathBuf>,
}

impl CertificateSettings {
    /// Returns the files of the certificate and its key.
    pub fn files(&self) -> Option<(&Path, &Path)> {
        let certificate = self.grpc_certificate_file.as_deref()?;
        Some((certificate, self.grpc_key_file.as_deref()?))
    }
}

fn seconds(value: &str) -> Result<Duration, ParseIntError> {
    value.parse().map(Duration::from_secs)
}

/// Settings of a process with a database.
#[derive(Debug, Clone, clap::Args)]
pub struct DatabaseSettings {
    /// URL of the service's database.
    #[arg(long, env = "POSTGRES_URL", hide_env_values = true)]
    pub postgres_url: SecretString,
    /// URL of the same database without a pooler, for health checks and migrations; `POSTGRES_URL` by default.
    #[arg(long, env = "POSTGRES_DIRECT_URL", hide_env_values = true)]
    pub postgres_direct_url: Option<SecretString>,
    /// Maximum number of database connections for rpcs.
    #[arg(long, env = "POSTGRES_CONNECTIONS", default_value_t = 10)]
    pub postgres_connections: u32,
    /// Maximum number of database connections for consumers, the outbox relay and periodic tasks.
    #[arg(long, env = "POSTGRES_BACKGROUND_CONNECTIONS", default_value_t = 5)]
    pub postgres_background_connections: u32,
}

impl DatabaseSettings {
    /// Returns the URL that bypasses the pooler.
    pub fn direct_url(&self) -> &SecretString {
        self.postgres_direct_url.as_ref().unwrap_or(&self.postgres_url)
    }
}

/// Settings of logs and traces.
#[derive(Debug, Clone, clap::Args)]
pub struct TelemetrySettings {
    /// Format of the log, `json` or `pretty`.
    #[arg(long, env = "LOG_FORMAT", value_enum, default_value_t = LogFormat::Json)]
    pub log_format: LogFormat,
    /// Log filter, in the syntax of `tracing_subscriber::EnvFilter`.
    #[arg(long, env = "LOG_FILTER", default_value = "info")]
    pub log_filter: String,
    /// Endpoint for traces (OTLP over gRPC); none by default.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
}

/// Format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// One JSON object per line.
    Json,
    /// Human-readable text.
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

    fn error_message(argument: &str) -> String {
        let arguments = ["program", argument].map(OsString::from);
        read_from::<Program>(Program::command(), arguments)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn hides_the_value_of_an_invalid_secret() {
        let message = error_message("--signing-keys=half-a-key");
        assert!(message.contains("--signing-keys"), "{message}");
        assert!(!message.contains("half-a-key"), "{message}");
    }

    #[test]
    fn refuses_a_secret_as_an_argument() {
        let message = error_message("--nats-url=nats://shop:password@nats:4222");
        assert!(message.contains("NATS_URL"), "{message}");
        assert!(!message.contains("password"), "{message}");
    }

    #[test]
    fn shows_the_value_of_another_invalid_setting() {
        let message = error_message("--listen=nowhere");
        assert!(message.contains("'nowhere' for '--listen"), "{message}");
    }
}
