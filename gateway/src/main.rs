//! Entry point of the gateway.

use gateway::{Config, server::Server};
use kit::lifecycle::Shutdown;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config = Config::from_arguments();
    let telemetry = kit::telemetry::Telemetry::start("gateway", &config.process.telemetry)?;
    let shutdown = Shutdown::on_signal(config.process.shutdown_delay)?;
    Server::build(&config, shutdown).await?.run().await?;
    telemetry.finish().await
}
