//! `cargo xtask bus rebuild`: after the loss of NATS's disk, or after a database was restored.

use anyhow::{Context as _, Result};
use kit::events::bus::{Bus, STREAM};
use local::{MailOptions, NatsOptions, Ports, PostgresOptions, ServicePorts, Topology, TopologyOptions};

use crate::{
    console::say,
    installation::Installation,
    shop::{self, GivenServers, Servers},
    up::build,
    workspace::{Profile, Workspace},
};

/// What can be done to the stream of events.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum BusCommand {
    /// Remove the stream with its consumers, and have the events of the last 35 days sent again at the next start.
    ///
    /// The services must be stopped. What was handled already is not handled again: the inboxes know.
    Rebuild(GivenServers),
}

/// Does it.
pub(crate) async fn run(command: BusCommand) -> Result<()> {
    let BusCommand::Rebuild(given) = command;
    let workspace = Workspace::find().await?;
    let installation = Installation::of(&workspace.root)?;
    let _hold = installation
        .hold()
        .context("the services must be stopped first")?;
    build::services(&workspace, Profile::Up).await?;

    let mut ports = Ports::default();
    let service_ports = ServicePorts::choose(&mut ports, None)?;
    let postgres = PostgresOptions {
        data: installation.postgres(),
        port: None,
        fsync: true,
    };
    let nats = NatsOptions {
        store: installation.nats(),
        port: None,
    };
    let mut servers = Servers::start(given, &mut ports, postgres, nats).await?;
    let topology = Topology::new(TopologyOptions {
        binaries: workspace.binaries(Profile::Up),
        postgres_url: servers.postgres_url(),
        nats_url: servers.nats_url(),
        public_url: format!("http://localhost:{}", service_ports.gateway()),
        ports: service_ports,
        keys: installation.keys()?,
        web_dist: workspace.web_dist(),
        mail: MailOptions::into_folder(installation.mail()),
        otlp: None,
        log_folder: installation.logs(),
    });
    remove_stream(&servers.nats_url()).await?;
    shop::prepare(&topology, &servers.postgres_url()).await?;
    for spec in shop::with_database(&topology) {
        say(shop::operate(&spec, &["bus", "republish"]).await?.trim_end());
    }
    servers.stop().await?;
    say("done; the events flow again when the shop is started: cargo xtask up");
    Ok(())
}

/// Removes the stream; its consumers go with it. Done already where there is none.
async fn remove_stream(nats_url: &str) -> Result<()> {
    let bus = Bus::connect(nats_url, "xtask")
        .await
        .context("NATS cannot be reached")?;
    // Made where it is missing, so that a refusal to remove it is a real one.
    bus.stream().await.context("NATS has no JetStream")?;
    bus.context()
        .delete_stream(STREAM)
        .await
        .context("the stream cannot be removed")?;
    say("removed the stream and its consumers");
    Ok(())
}
