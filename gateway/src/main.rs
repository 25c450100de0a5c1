//! The gateway.

use gateway::{Config, server::Server};
use kit::lifecycle::Shutdown;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config = Config::from_arguments();
    let telemetry = kit::telemetry::Telemetry::start("gateway", &config.process.telemetry)?;
    let server = Server::build(&config).await?;
    server
        .run(Shutdown::on_signal(config.process.shutdown_delay)?)
        .await?;
    telemetry.finish().await
}
