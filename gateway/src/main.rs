//! The gateway.

use gateway::{Config, server::Server};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config = Config::from_arguments();
    let telemetry = kit::telemetry::Telemetry::start("gateway", &config.process.telemetry)?;
    let server = Server::build(&config).await?;
    server.run(kit::lifecycle::shutdown_on_signal()?).await?;
    telemetry.finish().await
}
