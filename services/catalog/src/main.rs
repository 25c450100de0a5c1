//! The catalog service.

use catalog::{Config, DEFINITION};
use clap::CommandFactory as _;
use kit::{command::Operation, lifecycle::Shutdown, settings};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config: Config = settings::read(Config::command());
    let telemetry = kit::telemetry::Telemetry::start(DEFINITION.name, &config.process.telemetry)?;
    match config.operation.clone() {
        None | Some(Operation::Serve) => {
            let service = catalog::server::build(&config).await?;
            service
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
