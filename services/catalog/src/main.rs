//! The catalog service.

use catalog::{Config, DEFINITION, server};
use clap::CommandFactory as _;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config: Config = kit::settings::read(Config::command());
    kit::command::run(DEFINITION, &config.service, async || server::build(&config).await).await
}
