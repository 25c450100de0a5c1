//! The subcommands that every service has.

use crate::{
    database,
    domain::EventId,
    events::{
        bus::{Bus, StreamSettings},
        dead_letters, relay,
    },
    service::Definition,
    settings::{DatabaseSettings, ProcessSettings},
};

/// What an operator may ask a service to do.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Operation {
    /// Serve, which is also what happens without a subcommand.
    Serve,
    /// Bring the database to this version's schema.
    Migrate,
    /// The stream that carries the events.
    #[command(subcommand)]
    Bus(BusOperation),
    /// Events that could not be handled.
    #[command(subcommand)]
    DeadLetters(DeadLettersOperation),
}

/// What an operator may do to the stream.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum BusOperation {
    /// Make the stream, or give it this configuration.
    Setup(StreamSettings),
    /// Mark the events of the last 35 days unsent; they flow again when the service runs.
    Republish,
}

/// What an operator may do about events that could not be handled.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum DeadLettersOperation {
    /// Show them.
    List,
    /// Have the running service handle them again.
    Replay {
        /// Only this event; missing = all.
        #[arg(long)]
        event: Option<EventId>,
    },
}

impl Operation {
    /// Does it and prints what was done. Only [`Operation::Serve`] is not for here: `main` does that itself.
    #[expect(clippy::print_stdout, reason = "the answer to a person at a terminal")]
    pub async fn run(
        self,
        definition: Definition,
        process: &ProcessSettings,
        settings: &DatabaseSettings,
    ) -> anyhow::Result<()> {
        match self {
            Self::Serve => anyhow::bail!("{} serves from its main function", definition.name),
            Self::Migrate => {
                database::migrate(settings.direct_url(), definition.migrations).await?;
                println!("{}: the schema is up to date", definition.name);
            }
            Self::Bus(BusOperation::Setup(stream)) => {
                let bus = Bus::connect(&process.nats_url, definition.name).await?;
                bus.set_up(stream).await?;
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
                        letter.buried_at, letter.event_id, letter.consumer, letter.subject, letter.reason
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
