//! A shop for one step, with fresh databases and the seed.

use std::path::PathBuf;

use anyhow::Result;
use local::{Keys, MailOptions, NatsOptions, Ports, PostgresOptions, ServicePorts, TopologyOptions};
use toolkit::{
    installation::{ScratchFolder, generate_key},
    workspace::Profile,
};

use super::TestRun;
use crate::{
    servers::{ExternalServers, Servers, Services},
    up,
};

/// A running shop. Stop it with [`TestShop::stop`].
pub(super) struct TestShop {
    pub(super) options: TopologyOptions,
    /// The address of the gateway, which serves http whatever the scheme of the public address.
    pub(super) address: String,
    /// The folder of the mails, as `.eml` files.
    pub(super) mail_folder: PathBuf,
    services: Services,
    pub(super) servers: Servers,
    _data: ScratchFolder,
}

impl TestShop {
    /// Starts a shop at `<scheme>://localhost`, with its own PostgreSQL and NATS, so that no step sees another one's
    /// campaigns or exhausted rate limits.
    pub(super) async fn start(run: &TestRun, scheme: &str, logs: &str) -> Result<Self> {
        let data = run.installation.create_test_scratch()?;
        let mut ports = Ports::default();
        let service_ports = ServicePorts::choose(&mut ports, None)?;
        let postgres = PostgresOptions {
            data: data.path().join("postgres"),
            port: None,
            fsync: false,
        };
        let nats = NatsOptions {
            store: data.path().join("nats"),
            port: None,
        };
        let servers = Servers::start(ExternalServers::default(), &mut ports, postgres, nats).await?;
        let keys = Keys {
            caller: generate_key(),
            csrf: generate_key(),
            refresh: generate_key(),
        };
        let port = service_ports.gateway();
        let mail_folder = data.path().join("mail");
        let options = TopologyOptions {
            binaries: run.workspace.binaries(Profile::Dev),
            postgres_url: servers.postgres_url(),
            nats_url: servers.nats_url(),
            public_url: format!("{scheme}://localhost:{port}"),
            ports: service_ports,
            keys: keys.clone(),
            web_dist: run.workspace.web_dist(),
            mail: MailOptions::file_based(mail_folder.clone()),
            // Each customer of the tests has an address of their own, so that a run is within the limits of one.
            trusted_proxies: Some("127.0.0.0/8,::1/128".to_owned()),
            otlp: None,
            log_folder: run.installation.folder().join(logs),
        };
        let services = up::start_services(&options, &keys, &run.workspace).await?;
        Ok(Self {
            options,
            address: format!("http://localhost:{port}"),
            mail_folder,
            services,
            servers,
            _data: data,
        })
    }

    /// Stops the services and the servers.
    pub(super) async fn stop(mut self) -> Result<()> {
        self.services.stop().await?;
        self.servers.stop().await
    }
}
