//! The notification service.

use clap::CommandFactory as _;
use notification::{Config, DEFINITION, server};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config: Config = kit::settings::read(Config::command());
    kit::command::run(DEFINITION, &config.service, async || server::build(&config).await).await
}
