//! The processes of a shop: PostgreSQL, NATS and the services.

use std::time::Duration;

use anyhow::{Result, anyhow};
use futures::future::{join_all, try_join_all};
use local::{Nats, NatsOptions, Ports, Postgres, PostgresOptions, Service, Topology};
use toolkit::console::{print_error, print_status};

const READY_TIMEOUT: Duration = Duration::from_mins(1);

/// The preferred ports of private servers.
const POSTGRES_PORT: u16 = 15432;
const NATS_PORT: u16 = 14222;

/// Running servers to use instead of private ones.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct ExternalServers {
    /// A running PostgreSQL, `postgres://user:password@host:port`, as a role that may create databases.
    #[arg(long, env = "STOREFRONT_POSTGRES_URL", hide_env_values = true)]
    pub(crate) postgres_url: Option<String>,
    /// A running NATS with JetStream.
    #[arg(long, env = "NATS_URL", hide_env_values = true)]
    pub(crate) nats_url: Option<String>,
}

/// PostgreSQL and NATS, private or external.
#[derive(Debug)]
pub(crate) struct Servers {
    postgres: Option<Postgres>,
    nats: Option<Nats>,
    external: ExternalServers,
}

impl Servers {
    /// Starts a private server for each missing external one.
    pub(crate) async fn start(
        external: ExternalServers,
        ports: &mut Ports,
        postgres: PostgresOptions,
        nats: NatsOptions,
    ) -> Result<Self> {
        let postgres_port = ports.prefer(POSTGRES_PORT)?;
        let nats_port = ports.prefer(NATS_PORT)?;
        let start_postgres = async {
            if external.postgres_url.is_some() {
                return Ok(None);
            }
            let server = Postgres::start(PostgresOptions {
                port: Some(postgres_port),
                ..postgres
            })
            .await?;
            print_status(&format!("PostgreSQL runs on port {}", server.port()));
            Ok::<_, anyhow::Error>(Some(server))
        };
        let start_nats = async {
            if external.nats_url.is_some() {
                return Ok(None);
            }
            let server = Nats::start(NatsOptions {
                port: Some(nats_port),
                ..nats
            })
            .await?;
            print_status(&format!("NATS runs on port {}", server.port()));
            Ok::<_, anyhow::Error>(Some(server))
        };
        let (postgres, nats) = tokio::try_join!(start_postgres, start_nats)?;
        Ok(Self {
            postgres,
            nats,
            external,
        })
    }

    /// The address of PostgreSQL, without a database.
    pub(crate) fn postgres_url(&self) -> String {
        let private = || self.postgres.as_ref().map(Postgres::server_url);
        self.external
            .postgres_url
            .clone()
            .or_else(private)
            .unwrap_or_default()
    }

    /// The address of NATS.
    pub(crate) fn nats_url(&self) -> String {
        let private = || self.nats.as_ref().map(Nats::url);
        self.external
            .nats_url
            .clone()
            .or_else(private)
            .unwrap_or_default()
    }

    /// Kills the private PostgreSQL, as a machine that fails.
    pub(crate) fn kill_postgres(&mut self) -> Result<()> {
        self.postgres.as_mut().map_or(Ok(()), Postgres::kill)
    }

    /// Starts the private PostgreSQL again.
    pub(crate) async fn restart_postgres(&mut self) -> Result<()> {
        match &mut self.postgres {
            Some(postgres) => postgres.restart().await,
            None => Ok(()),
        }
    }

    /// Restarts private servers that have exited.
    async fn restart_exited(&mut self) {
        if let Some(postgres) = &mut self.postgres
            && postgres.has_exited()
        {
            delay_restart("PostgreSQL", "").await;
            report_restart("PostgreSQL", postgres.restart().await);
        }
        if let Some(nats) = &mut self.nats
            && nats.has_exited()
        {
            delay_restart("NATS", "").await;
            report_restart("NATS", nats.restart().await);
        }
    }

    /// Stops the private servers.
    pub(crate) async fn stop(&mut self) -> Result<()> {
        if let Some(nats) = &mut self.nats {
            nats.stop().await?;
        }
        if let Some(postgres) = &mut self.postgres {
            postgres.stop().await?;
        }
        Ok(())
    }
}

/// The running services.
#[derive(Debug, Default)]
pub(crate) struct Services(Vec<Service>);

impl Services {
    /// Starts all services and waits until each is ready.
    pub(crate) async fn start(topology: &Topology) -> Result<Self> {
        let mut services = Self::default();
        for spec in topology.services() {
            services.0.push(Service::start(spec)?);
        }
        try_join_all(
            services
                .0
                .iter_mut()
                .map(|service| service.wait_ready(READY_TIMEOUT)),
        )
        .await?;
        Ok(services)
    }

    /// Restarts services and servers that exit. Never returns.
    pub(crate) async fn supervise(&mut self, servers: &mut Servers) {
        loop {
            tokio::join!(
                servers.restart_exited(),
                join_all(self.0.iter_mut().map(restart_exited))
            );
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Stops all services, callers before those that they call.
    pub(crate) async fn stop(&mut self) -> Result<()> {
        let mut result = Ok(());
        for service in self.0.iter_mut().rev() {
            if let Err(error) = service.stop().await {
                result = Err(anyhow!("cannot stop {}: {error:#}", service.spec().name));
            }
        }
        result
    }
}

async fn restart_exited(service: &mut Service) {
    let Some(status) = service.exit_status() else {
        return;
    };
    let name = service.spec().name.clone();
    let details = format!(" ({status}; its log: {})", service.spec().log.display());
    delay_restart(&name, &details).await;
    report_restart(&name, service.restart().await);
}

/// Prints that a process has exited, and waits 1 s.
async fn delay_restart(name: &str, details: &str) {
    print_status(&format!("{name} exited{details}; restarting in 1 s"));
    tokio::time::sleep(Duration::from_secs(1)).await;
}

/// Prints a failed restart; supervision retries it.
fn report_restart(name: &str, restarted: Result<()>) {
    if let Err(error) = restarted {
        print_error(&format!("cannot restart {name} yet: {error:#}"));
    }
}
