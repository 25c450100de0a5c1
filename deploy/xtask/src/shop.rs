//! A shop of processes: its databases, its schemas, its services.

use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use futures::future::{join_all, try_join_all};
use local::{
    Nats, NatsOptions, Ports, Postgres, PostgresOptions, Service, ServiceSpec, Topology, create_database,
};
use tokio::process::Command;

use crate::{
    child,
    console::{complain, say},
};

/// How long a migration or another operation of a service may take.
const OPERATION_DEADLINE: Duration = Duration::from_mins(5);
const READY_PATIENCE: Duration = Duration::from_mins(1);

/// The port that a private server gets where that is free.
const POSTGRES_PORT: u16 = 15432;
const NATS_PORT: u16 = 14222;

/// Running servers to use instead of private ones.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct GivenServers {
    /// A running PostgreSQL, `postgres://user:password@host:port`, as a role that may create databases.
    #[arg(long, env = "STOREFRONT_POSTGRES_URL", hide_env_values = true)]
    pub(crate) postgres_url: Option<String>,
    /// A running NATS with JetStream.
    #[arg(long, env = "NATS_URL", hide_env_values = true)]
    pub(crate) nats_url: Option<String>,
}

/// PostgreSQL and NATS, private or given.
#[derive(Debug)]
pub(crate) struct Servers {
    postgres: Option<Postgres>,
    nats: Option<Nats>,
    given: GivenServers,
}

impl Servers {
    /// Starts those that are not given.
    pub(crate) async fn start(
        given: GivenServers,
        ports: &mut Ports,
        postgres: PostgresOptions,
        nats: NatsOptions,
    ) -> Result<Self> {
        let postgres_port = ports.prefer(POSTGRES_PORT)?;
        let nats_port = ports.prefer(NATS_PORT)?;
        let start_postgres = async {
            if given.postgres_url.is_some() {
                return Ok(None);
            }
            let server = Postgres::start(PostgresOptions {
                port: Some(postgres_port),
                ..postgres
            })
            .await?;
            say(&format!("PostgreSQL runs on port {}", server.port()));
            Ok::<_, anyhow::Error>(Some(server))
        };
        let start_nats = async {
            if given.nats_url.is_some() {
                return Ok(None);
            }
            let server = Nats::start(NatsOptions {
                port: Some(nats_port),
                ..nats
            })
            .await?;
            say(&format!("NATS runs on port {}", server.port()));
            Ok::<_, anyhow::Error>(Some(server))
        };
        let (postgres, nats) = tokio::try_join!(start_postgres, start_nats)?;
        Ok(Self {
            postgres,
            nats,
            given,
        })
    }

    /// The address of PostgreSQL, without a database.
    pub(crate) fn postgres_url(&self) -> String {
        let private = || self.postgres.as_ref().map(Postgres::server_url);
        self.given
            .postgres_url
            .clone()
            .or_else(private)
            .unwrap_or_default()
    }

    /// The address of NATS.
    pub(crate) fn nats_url(&self) -> String {
        let private = || self.nats.as_ref().map(Nats::url);
        self.given.nats_url.clone().or_else(private).unwrap_or_default()
    }

    /// Starts again what has died. Given servers are looked after by whoever gave them.
    async fn revive(&mut self) {
        if let Some(postgres) = &mut self.postgres
            && postgres.has_exited()
        {
            announce("PostgreSQL", "").await;
            complain_of("PostgreSQL", postgres.restart().await);
        }
        if let Some(nats) = &mut self.nats
            && nats.has_exited()
        {
            announce("NATS", "").await;
            complain_of("NATS", nats.restart().await);
        }
    }

    /// Stops the private ones.
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

/// Runs one of a service's operations, such as `migrate`.
pub(crate) async fn operate(spec: &ServiceSpec, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(&spec.binary);
    // A person reads the refusal: what went wrong, not where in the program.
    command
        .args(arguments)
        .envs(&spec.environment)
        .env("RUST_BACKTRACE", "0");
    child::run(
        &format!("{} {}", spec.name, arguments.join(" ")),
        command,
        OPERATION_DEADLINE,
        |_| {},
    )
    .await
}

/// The services that have a database, in the order of their start.
pub(crate) fn with_database(topology: &Topology) -> Vec<ServiceSpec> {
    let databases: Vec<_> = Topology::databases().collect();
    topology
        .services()
        .into_iter()
        .filter(|spec| databases.contains(&spec.name.as_str()))
        .collect()
}

/// Creates the databases, brings their schemas up to date and sets up the stream.
pub(crate) async fn prepare(topology: &Topology, postgres_url: &str) -> Result<()> {
    for database in Topology::databases() {
        if create_database(postgres_url, database).await? {
            say(&format!("created the database {database}"));
        }
    }
    let specs = with_database(topology);
    try_join_all(specs.iter().map(|spec| operate(spec, &["migrate"]))).await?;
    let first = specs.first().context("no service has a database")?;
    operate(first, &["bus", "setup"]).await?;
    Ok(())
}

/// The running services.
#[derive(Debug, Default)]
pub(crate) struct Services(Vec<Service>);

impl Services {
    /// Starts all and waits until each is ready.
    pub(crate) async fn start(topology: &Topology) -> Result<Self> {
        let mut services = Self::default();
        for spec in topology.services() {
            services.0.push(Service::start(spec)?);
        }
        try_join_all(
            services
                .0
                .iter_mut()
                .map(|service| service.wait_ready(READY_PATIENCE)),
        )
        .await?;
        Ok(services)
    }

    /// Starts again what has died, for as long as the future is awaited.
    pub(crate) async fn supervise(&mut self, servers: &mut Servers) {
        loop {
            tokio::join!(servers.revive(), join_all(self.0.iter_mut().map(revive)));
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Stops all: first whoever calls others, so that no call meets a closed door.
    pub(crate) async fn stop(&mut self) -> Result<()> {
        let mut outcome = Ok(());
        for service in self.0.iter_mut().rev() {
            if let Err(error) = service.stop().await {
                outcome = Err(anyhow!("{} does not stop: {error:#}", service.spec().name));
            }
        }
        outcome
    }
}

async fn revive(service: &mut Service) {
    let Some(status) = service.exit_status() else {
        return;
    };
    let name = service.spec().name.clone();
    announce(
        &name,
        &format!(" ({status}; its log: {})", service.spec().log.display()),
    )
    .await;
    complain_of(&name, service.restart().await);
}

/// Says that something has ended, and waits a second before it is started again.
async fn announce(name: &str, details: &str) {
    say(&format!("{name} has ended{details}; it is started again in 1 s"));
    tokio::time::sleep(Duration::from_secs(1)).await;
}

/// The next round tries again.
fn complain_of(name: &str, restarted: Result<()>) {
    if let Err(error) = restarted {
        complain(&format!("{name} cannot be started again yet: {error:#}"));
    }
}
