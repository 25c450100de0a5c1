//! The account service.

use account::{Command, Config, DEFINITION, server};
use clap::CommandFactory as _;
use kit::{command::Operation, telemetry::Telemetry};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config: Config = kit::settings::read(Config::command());
    let telemetry = Telemetry::start(DEFINITION.name, &config.process.telemetry)?;
    let (process, database) = (&config.process, &config.database);
    match config.command.clone().unwrap_or(Command::Kit(Operation::Serve)) {
        Command::Staff(change) => change.run(database).await?,
        Command::Kit(operation) => {
            operation
                .run(DEFINITION, process, database, async || {
                    server::build(&config).await
                })
                .await?;
        }
    }
    telemetry.finish().await
}
