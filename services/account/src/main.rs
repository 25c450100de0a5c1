//! The account service.

use account::{Command, Config, DEFINITION};
use clap::CommandFactory as _;
use kit::{command::Operation, lifecycle::Shutdown, settings};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config: Config = settings::read(Config::command());
    let telemetry = kit::telemetry::Telemetry::start(DEFINITION.name, &config.process.telemetry)?;
    match config.command.clone() {
        None | Some(Command::Kit(Operation::Serve)) => {
            account::server::build(&config)
                .await?
                .run(Shutdown::on_signal(config.process.shutdown_delay)?)
                .await?;
        }
        Some(Command::Kit(operation)) => {
            operation
                .run(DEFINITION, &config.process, &config.database)
                .await?;
        }
        Some(Command::Staff(change)) => change.run(&config.database).await?,
    }
    telemetry.finish().await
}
