//! Rebuilds the stream of events after the loss of NATS's disk, or after the restore of a database.

use anyhow::{Context as _, Result};
use kit::{
    events::bus::{Bus, STREAM},
    settings::NatsSettings,
};
use local::Topology;
use toolkit::{
    console::print_status,
    services::{prepare_servers, run_subcommand, services_with_database},
};

/// Removes the stream with its consumers, creates it again, and marks the events of the last 35 days as unpublished.
/// The services must be stopped; they publish the events at their next start.
///
/// # Errors
/// If PostgreSQL or NATS cannot be reached, or a service's subcommand fails.
pub async fn rebuild(topology: &Topology, postgres_url: &str, nats_url: &str) -> Result<()> {
    remove_stream(nats_url).await?;
    prepare_servers(topology, postgres_url).await?;
    for spec in services_with_database(topology) {
        print_status(run_subcommand(&spec, &["bus", "republish"]).await?.trim_end());
    }
    Ok(())
}

/// Removes the stream; its consumers go with it.
async fn remove_stream(nats_url: &str) -> Result<()> {
    let bus = Bus::connect(&NatsSettings::new(nats_url), "xtask")
        .await
        .context("cannot reach NATS")?;
    // Creates a missing stream, so that an error of the removal is a real one.
    bus.stream().await.context("NATS has no JetStream")?;
    bus.context()
        .delete_stream(STREAM)
        .await
        .context("cannot remove the stream")?;
    print_status("removed the stream and its consumers");
    Ok(())
}
