//! The runtime of a service: its rpcs, consumers and background tasks.

use std::{future::Future, net::SocketAddr, pin::Pin, time::Duration};

use proto::common::v1::{
    audit_service_server::AuditServiceServer, dead_letter_service_server::DeadLetterServiceServer,
};
use sqlx::{PgPool, migrate::Migrator};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tonic::{
    service::Routes,
    transport::server::{Server, TcpIncoming},
};
use tonic_health::ServingStatus;

use crate::{
    caller::{CallerSettings, Signer, Verifier},
    copies::DatabaseStatus,
    database,
    events::{
        Handler,
        bus::Bus,
        consumer::{self, Consumer},
        dead_letters, relay,
    },
    grpc::{
        Client, LimitedServer,
        server::RequestLayer,
        server_tls::{self, ServerTls},
    },
    health::Health,
    lifecycle::{self, Shutdown},
    metrics::{Metrics, admin::Admin},
    operations,
    sampler::Sampler,
    settings::{DatabaseSettings, GrpcSettings, ProcessSettings},
};

/// The constants of a service.
#[derive(Debug, Clone, Copy)]
pub struct Definition {
    /// Its name, also the name of its database.
    pub name: &'static str,
    /// The migrations of its own tables.
    pub migrations: &'static Migrator,
}

/// A service with bound ports that does not serve yet.
pub struct Service {
    definition: Definition,
    incoming: TcpIncoming,
    tls: Option<ServerTls>,
    address: SocketAddr,
    admin: Admin,
    metrics: Metrics,
    pool: PgPool,
    background_pool: PgPool,
    health: Health,
    status: DatabaseStatus,
    bus: Bus,
    callers: CallerSettings,
    grpc: GrpcSettings,
    verifier: Verifier,
    has_reflection: bool,
    routes: Routes,
    consumers: Vec<Consumer>,
    tasks: Vec<(&'static str, Task)>,
}

type Task = Box<dyn FnOnce(PgPool, CancellationToken) -> StartedTask + Send>;
type StartedTask = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Service {
    /// Binds the ports, and creates the connection pools and the NATS client, which connect in the background. Every
    /// service serves its audit log and its dead letters.
    ///
    /// # Errors
    ///
    /// Fails if a port cannot be bound, a URL is invalid, there are no keys of callers, the certificate cannot be read, or the
    /// port would serve others than this machine without TLS although the settings require it.
    pub async fn bind(
        definition: Definition,
        process: &ProcessSettings,
        database: &DatabaseSettings,
    ) -> anyhow::Result<Self> {
        let tls = match process.certificate.files() {
            Some((certificate, key)) => Some(ServerTls::read(certificate, key).await?),
            None if process.grpc.grpc_allow_plain || process.listen.ip().is_loopback() => None,
            None => anyhow::bail!(
                "{} is no loopback address: set GRPC_CERTIFICATE_FILE and GRPC_KEY_FILE, or allow gRPC without TLS with \
                 GRPC_ALLOW_PLAIN=true",
                process.listen
            ),
        };
        let incoming = TcpIncoming::bind(process.listen)?.with_nodelay(Some(true));
        let metrics = Metrics::new(definition.name);
        let status = DatabaseStatus::default();
        let pool = database::pool_with_status(database, definition.name, status.clone())?;
        let check = |url| database::connect_options(url, &format!("{}-health", definition.name));
        let pooler = database
            .postgres_direct_url
            .as_ref()
            .map(|_| check(&database.postgres_url))
            .transpose()?;
        let direct = check(database.direct_url())?;
        let health = Health::new(definition.migrations, direct, pooler, status.clone(), &metrics);
        let operations = operations::State { pool: pool.clone() };
        let audit = AuditServiceServer::new(operations.clone());
        let dead_letters = DeadLetterServiceServer::new(operations);
        Ok(Self {
            definition,
            address: incoming.local_addr()?,
            incoming,
            admin: Admin::bind(process.admin_address, metrics.clone())
                .await?
                .with_readiness(health.ready()),
            tls,
            metrics,
            pool,
            background_pool: database::background_pool(database, definition.name, status.clone())?,
            health,
            status,
            bus: Bus::connect(&process.nats, definition.name).await?,
            callers: process.callers.clone(),
            grpc: process.grpc.clone(),
            verifier: Verifier::new(definition.name, &process.callers)?,
            has_reflection: process.grpc_reflection,
            routes: Routes::default()
                .add_service(audit.with_limits())
                .add_service(dead_letters.with_limits()),
            consumers: Vec::new(),
            tasks: Vec::new(),
        })
    }

    /// Returns the bound gRPC address.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the bound address of `/metrics` and `/health`.
    pub const fn admin_address(&self) -> SocketAddr {
        self.admin.address()
    }

    /// Returns its metrics.
    pub const fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Returns its connection pool for rpcs.
    pub const fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Returns its connection pool for consumers and tasks.
    pub const fn background_pool(&self) -> &PgPool {
        &self.background_pool
    }

    /// Returns whether its database answers.
    pub const fn database_status(&self) -> &DatabaseStatus {
        &self.status
    }

    /// Returns its NATS connection.
    pub const fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Returns the durable names of its consumers.
    pub fn consumer_names(&self) -> Vec<&'static str> {
        self.consumers.iter().map(Consumer::name).collect()
    }

    /// Creates a channel to another service.
    ///
    /// # Errors
    ///
    /// Fails as [`Client::new`], or if there is no key to sign calls to the service.
    pub fn client(&self, service: &str, address: &str) -> anyhow::Result<Client> {
        let signer = Signer::new(self.definition.name, service, &self.callers)?;
        Ok(Client::new(address, signer, &self.grpc)?.with_metrics(&self.metrics))
    }

    /// Adds a generated gRPC server with the maximum message sizes.
    #[must_use]
    pub fn grpc<S>(mut self, rpcs: S) -> Self
    where
        S: tower::Service<
                http::Request<tonic::body::Body>,
                Response = http::Response<tonic::body::Body>,
                Error = std::convert::Infallible,
            > + tonic::server::NamedService
            + LimitedServer
            + Clone
            + Send
            + Sync
            + 'static,
        S::Future: Send + 'static,
    {
        self.routes = self.routes.add_service(rpcs.with_limits());
        self
    }

    /// Keeps the service ready for reads while its database is away and it has a copy of its data.
    #[must_use]
    pub fn reads_from_copy(mut self, has_copy: impl Fn() -> bool + Send + 'static) -> Self {
        self.health = self.health.with_copy(Box::new(has_copy));
        self
    }

    /// Adds a consumer with this handler.
    #[must_use]
    pub fn consumer<H: Handler>(mut self, handler: H) -> Self {
        self.consumers.push(Consumer::new(handler));
        self
    }

    /// Adds a task with the connection pool for tasks, which runs until the token is cancelled. The service fails if the
    /// task ends earlier.
    #[must_use]
    pub fn task<F, Fut>(mut self, name: &'static str, task: F) -> Self
    where
        F: FnOnce(PgPool, CancellationToken) -> Fut + Send + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        self.tasks
            .push((name, Box::new(|pool, stop| Box::pin(task(pool, stop)))));
        self
    }

    /// Returns the tasks that publish and handle events, with their names.
    fn event_tasks(&self, stop: &CancellationToken) -> Vec<(&'static str, StartedTask)> {
        let pool = || self.background_pool.clone();
        let publishing = relay::run(pool(), self.bus.clone(), self.metrics.clone(), stop.clone());
        let replaying = dead_letters::run(self.consumers.clone(), pool(), stop.clone());
        let mut tasks: Vec<(_, StartedTask)> =
            vec![("relay", Box::pin(publishing)), ("replays", Box::pin(replaying))];
        for consumer in &self.consumers {
            let handling = consumer::run(
                consumer.clone(),
                pool(),
                self.bus.clone(),
                self.metrics.clone(),
                stop.clone(),
            );
            tasks.push((consumer.name(), Box::pin(handling)));
        }
        tasks
    }

    /// Serves until `shutdown`, then waits at most [`lifecycle::DRAIN_TIMEOUT`] each for requests and tasks.
    ///
    /// # Errors
    ///
    /// Fails if the server fails, or a task panics or ends early.
    pub async fn run(self, shutdown: impl Into<Shutdown>) -> anyhow::Result<()> {
        let Shutdown {
            draining,
            stopping: stop,
        } = shutdown.into();
        let (reporter, health_service) = tonic_health::server::health_reporter();
        reporter.set_service_status("", ServingStatus::NotServing).await;
        let reflection = self
            .has_reflection
            .then(|| {
                tonic_reflection::server::Builder::configure()
                    .register_encoded_file_descriptor_set(proto::DESCRIPTORS)
                    .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
                    .build_v1()
            })
            .transpose()?;

        let event_tasks = self.event_tasks(&stop);
        let mut tasks = JoinSet::new();
        let mut spawn = |name: &'static str, task: StartedTask| {
            tasks.spawn(async move {
                task.await;
                name
            });
        };
        spawn("health", Box::pin(self.health.run(reporter, draining.clone())));
        let sampler = Sampler {
            name: self.definition.name,
            pool: self.pool.clone(),
            background_pool: self.background_pool.clone(),
            bus: self.bus.clone(),
            consumers: self.consumers.iter().map(Consumer::name).collect(),
            metrics: self.metrics.clone(),
        };
        spawn("sampler", Box::pin(sampler.run(stop.clone())));
        let admin = self.admin.address();
        spawn("admin", Box::pin(self.admin.run(stop.clone())));
        spawn(
            "sweep",
            Box::pin(sweep(self.background_pool.clone(), stop.clone())),
        );
        for (name, task) in event_tasks {
            spawn(name, task);
        }
        for (name, task) in self.tasks {
            spawn(name, task(self.background_pool.clone(), stop.clone()));
        }

        let router = Server::builder()
            .layer(RequestLayer::new(self.verifier, self.metrics))
            .max_connection_age(Duration::from_mins(5))
            .http2_keepalive_interval(Some(Duration::from_secs(20)))
            .concurrency_limit_per_connection(256)
            // Visitors who go on to another page end their calls. A busy server meets many of them at once, and at 20 h2
            // closes the connection, with the calls of all others.
            .http2_max_pending_accept_reset_streams(Some(1_024))
            .add_routes(self.routes)
            .add_service(health_service)
            .add_optional_service(reflection);
        let server: Pin<Box<dyn Future<Output = _> + Send>> = match self.tls {
            Some(tls) => {
                let incoming = tls.accept(self.incoming, self.grpc.grpc_allow_plain)?;
                spawn(
                    "certificate",
                    Box::pin(tls.reload(server_tls::RELOAD_INTERVAL, stop.clone())),
                );
                Box::pin(router.serve_with_incoming_shutdown(incoming, stop.clone().cancelled_owned()))
            }
            None => {
                Box::pin(router.serve_with_incoming_shutdown(self.incoming, stop.clone().cancelled_owned()))
            }
        };
        tracing::info!(address = %self.address, %admin, "serving");

        let result = tokio::select! {
            served = drain(server, &stop) => served,
            error = early_exit(&mut tasks, &draining) => Err(error),
        };
        stop.cancel();
        let _ = tokio::time::timeout(lifecycle::DRAIN_TIMEOUT, async {
            while tasks.join_next().await.is_some() {}
        })
        .await;
        tokio::join!(self.pool.close(), self.background_pool.close());
        result
    }
}

/// Waits for a task that panics, or ends before the shutdown.
async fn early_exit(tasks: &mut JoinSet<&'static str>, draining: &CancellationToken) -> anyhow::Error {
    loop {
        match tasks.join_next().await {
            Some(Ok(_)) if draining.is_cancelled() => {}
            Some(Ok(name)) => return anyhow::anyhow!("the task {name} ended early"),
            Some(Err(error)) => return error.into(),
            None => std::future::pending().await,
        }
    }
}

/// Serves; once the token is cancelled, for at most [`lifecycle::DRAIN_TIMEOUT`] longer.
async fn drain(
    server: impl Future<Output = Result<(), tonic::transport::Error>>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let timeout = async {
        stop.cancelled().await;
        tokio::time::sleep(lifecycle::DRAIN_TIMEOUT).await;
    };
    tokio::select! {
        served = server => Ok(served?),
        () = timeout => Ok(()),
    }
}

/// Deletes old rows of the kit's tables every hour.
async fn sweep(pool: PgPool, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(Duration::from_hours(1)) => {}
            () = stop.cancelled() => return,
        }
        let sweep = async {
            relay::sweep(&pool).await?;
            crate::limits::sweep(&mut *pool.acquire().await?).await?;
            crate::idempotency::sweep(&mut *pool.acquire().await?).await?;
            Ok::<_, sqlx::Error>(())
        };
        if let Err(error) = sweep.await {
            tracing::warn!(
                error = crate::failure::error_chain(&error),
                "sweep failed, retrying in an hour"
            );
        }
    }
}
