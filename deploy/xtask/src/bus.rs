//! `cargo xtask bus rebuild`.

use anyhow::{Context as _, Result};
use local::{MailOptions, NatsOptions, Ports, PostgresOptions, ServicePorts, Topology, TopologyOptions};
use toolkit::{
    console::print_status,
    installation::Installation,
    workspace::{Profile, Workspace},
};

use crate::{
    servers::{ExternalServers, Servers},
    up::build,
};

/// A command for the stream of events.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum BusCommand {
    /// Remove the stream with its consumers; the next start publishes the events of the last 35 days again.
    ///
    /// The services must be stopped. The inboxes skip the events that were already processed.
    Rebuild(ExternalServers),
}

/// Builds the services, starts the servers, and rebuilds the stream.
pub(crate) async fn run(command: BusCommand) -> Result<()> {
    let BusCommand::Rebuild(external) = command;
    let workspace = Workspace::find().await?;
    let installation = Installation::open(&workspace.root)?;
    let _lock = installation.lock().context("stop the services first")?;
    build::services(&workspace, Profile::Dev).await?;

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
    let mut servers = Servers::start(external, &mut ports, postgres, nats).await?;
    let topology = Topology::new(TopologyOptions {
        binaries: workspace.binaries(Profile::Dev),
        postgres_url: servers.postgres_url(),
        nats_url: servers.nats_url(),
        public_url: format!("http://localhost:{}", service_ports.gateway()),
        ports: service_ports,
        keys: installation.keys()?,
        web_dist: workspace.web_dist(),
        mail: MailOptions::file_based(installation.mail()),
        trusted_proxies: None,
        otlp: None,
        log_folder: installation.logs(),
    });
    operator::bus::rebuild(&topology, &servers.postgres_url(), &servers.nats_url()).await?;
    servers.stop().await?;
    print_status("done; the next start publishes the events again: cargo xtask up");
    Ok(())
}
