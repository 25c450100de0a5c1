//! The inquiry service.

use clap::CommandFactory as _;
use inquiry::{Config, DEFINITION};
use kit::{command::Operation, lifecycle::Shutdown, settings};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config: Config = settings::read(Config::command());
    let telemetry = kit::telemetry::Telemetry::start(DEFINITION.name, &config.process.telemetry)?;
    match config.operation.clone() {
        None | Some(Operation::Serve) => {
            inquiry::server::build(&config)
                .await?
                .run(Shutdown::on_signal(config.process.shutdown_delay)?)
                .await?;
        }
        Some(operation) => {
            operation
                .run(DEFINITION, &config.process, &config.database)
                .await?;
        }
    }
    telemetry.finish().await
}
