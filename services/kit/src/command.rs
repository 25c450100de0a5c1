//! The subcommands that every service has.

use std::time::Duration;

use crate::{
    database::{self, LockWait},
    domain::EventId,
    events::{bus::Bus, dead_letters, relay},
    lifecycle::Shutdown,
    service::{Definition, Service},
    settings::{DatabaseSettings, ProcessSettings},
    telemetry::Telemetry,
};

/// Maximum time that a migration waits for its database.
const MIGRATE_WAIT: Duration = Duration::from_mins(5);

/// Settings of every service.
#[derive(Debug, Clone, clap::Args)]
pub struct ServiceSettings {
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

/// A subcommand.
#[derive(Debug, Clone, Default, clap::Subcommand)]
pub enum Operation {
    /// Serve; the default.
    #[default]
    Serve,
    /// Apply the pending migrations; waits at most five minutes for the database.
    Migrate,
    /// Manage the JetStream stream of events.
    #[command(subcommand)]
    Bus(BusOperation),
    /// Manage events that no consumer could handle.
    #[command(subcommand)]
    DeadLetters(DeadLettersOperation),
}

/// Operations on the stream.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum BusOperation {
    /// Create the stream, or update its configuration.
    Setup,
    /// Mark the events of the last 35 days as unpublished; the running service publishes them again.
    Republish,
}

/// Operations on dead letters.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum DeadLettersOperation {
    /// List the oldest 1,000.
    List,
    /// Have the running service handle them again.
    Replay {
        /// Event id; all events by default.
        #[arg(long)]
        event: Option<EventId>,
    },
}

/// Runs the operation that the settings name; the main function of a service. `build` binds the service to serve.
///
/// # Errors
///
/// Fails if telemetry cannot start, and if the operation fails.
pub async fn run(
    definition: Definition,
    settings: &ServiceSettings,
    build: impl AsyncFnOnce() -> anyhow::Result<Service>,
) -> anyhow::Result<()> {
    let operation = settings.operation.clone().unwrap_or_default();
    let telemetry = Telemetry::start(definition.name, &settings.process.telemetry)?;
    operation
        .run(definition, &settings.process, &settings.database, build)
        .await?;
    telemetry.finish().await
}

impl Operation {
    /// Runs the operation. Serving ends with a signal; the others print their results.
    ///
    /// # Errors
    ///
    /// Fails if the service cannot be built, or if the database or NATS fails.
    #[expect(clippy::print_stdout, reason = "command-line output")]
    pub async fn run(
        self,
        definition: Definition,
        process: &ProcessSettings,
        settings: &DatabaseSettings,
        build: impl AsyncFnOnce() -> anyhow::Result<Service>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Serve => {
                let service = build().await?;
                service.run(Shutdown::on_signal(process.shutdown_delay)?).await?;
            }
            Self::Migrate => {
                database::wait_until_reachable(settings.direct_url(), MIGRATE_WAIT).await?;
                database::migrate(settings.direct_url(), definition.migrations, LockWait::default()).await?;
                println!("{}: the schema is up to date", definition.name);
            }
            Self::Bus(BusOperation::Setup) => {
                let bus = Bus::connect(&process.nats, definition.name).await?;
                bus.create_or_update_stream().await?;
                println!("the stream is set up");
            }
            Self::Bus(BusOperation::Republish) => {
                let count = relay::republish(&database::pool(settings, definition.name)?).await?;
                println!("{}: {count} events will be sent again", definition.name);
            }
            Self::DeadLetters(DeadLettersOperation::List) => {
                let letters = dead_letters::list(&database::pool(settings, definition.name)?).await?;
                for letter in &letters {
                    println!(
                        "{}  {}  {}  {}  {}",
                        letter.dead_lettered_at,
                        letter.event_id,
                        letter.consumer,
                        letter.subject,
                        letter.reason
                    );
                }
                println!("{}: {} dead letters", definition.name, letters.len());
            }
            Self::DeadLetters(DeadLettersOperation::Replay { event }) => {
                let count =
                    dead_letters::request_replay(&database::pool(settings, definition.name)?, event).await?;
                println!("{}: {count} dead letters will be handled again", definition.name);
            }
        }
        Ok(())
    }
}
