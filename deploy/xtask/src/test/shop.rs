//! A shop for one step: fresh databases, the seed, all services, the web app where it is built.

use anyhow::Result;
use local::{Keys, MailOptions, NatsOptions, Ports, PostgresOptions, ServicePorts, TopologyOptions};

use super::Run;
use crate::{
    installation::{Scratch, new_key},
    shop::{GivenServers, Servers, Services},
    up,
    workspace::Profile,
};

/// See the module. It is to be stopped with [`TestShop::stop`].
pub(super) struct TestShop {
    /// What it was started with.
    pub(super) options: TopologyOptions,
    /// Where it really listens.
    pub(super) address: String,
    services: Services,
    servers: Servers,
    _data: Scratch,
}

impl TestShop {
    /// Starts it at `<scheme>://localhost`, with its own PostgreSQL and NATS: what one step leaves behind in its shop
    /// (campaigns, used-up limits) is none of the next one's.
    pub(super) async fn start(run: &Run, scheme: &str, logs: &str) -> Result<Self> {
        let data = run.installation.scratch()?;
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
        let servers = Servers::start(GivenServers::default(), &mut ports, postgres, nats).await?;
        let keys = Keys {
            caller: new_key(),
            csrf: new_key(),
            refresh: new_key(),
        };
        let port = service_ports.gateway();
        let options = TopologyOptions {
            binaries: run.workspace.binaries(Profile::Dev),
            postgres_url: servers.postgres_url(),
            nats_url: servers.nats_url(),
            public_url: format!("{scheme}://localhost:{port}"),
            ports: service_ports,
            keys: keys.clone(),
            web_dist: run.workspace.web_dist(),
            mail: MailOptions::into_folder(data.path().join("mail")),
            otlp: None,
            log_folder: run.installation.folder().join(logs),
        };
        let services = up::open(&options, &keys, &run.workspace).await?;
        Ok(Self {
            options,
            address: format!("http://localhost:{port}"),
            services,
            servers,
            _data: data,
        })
    }

    /// Stops everything.
    pub(super) async fn stop(mut self) -> Result<()> {
        self.services.stop().await?;
        self.servers.stop().await
    }
}
