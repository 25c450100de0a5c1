//! A test harness for one service in the test's process.

use std::time::Duration;

use async_nats::jetstream::message::PublishMessage;
use futures::TryStreamExt as _;
use kit::{
    command::ServiceSettings,
    domain::EventId,
    events::bus::Bus,
    grpc::Client,
    service::{Definition, Service},
    settings::{
        CertificateSettings, DatabaseSettings, GrpcSettings, LogFormat, NatsSettings, ProcessSettings,
        TelemetrySettings,
    },
};
use local::{Nats, NatsOptions, nats_url_for};
use proto::event::Event;
use sqlx::PgPool;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::{TestDatabase, eventually, keys, wait::until_empty};

/// A database and a NATS server for one service.
pub struct Harness {
    definition: Definition,
    database: TestDatabase,
    bus: Bus,
    stop: CancellationToken,
    _stop_guard: DropGuard,
    nats: Nats,
    _store: tempfile::TempDir,
}

impl Harness {
    /// Creates a migrated database and starts a NATS server.
    pub async fn start(definition: Definition) -> Self {
        let store = tempfile::tempdir().expect("a folder");
        let nats = Nats::start(NatsOptions {
            store: store.path().to_owned(),
            port: None,
        })
        .await
        .expect("NATS");
        let database = TestDatabase::create(definition).await;
        let bus = Bus::connect(&NatsSettings::new(nats.url()), "test")
            .await
            .expect("a valid URL");
        let stop = CancellationToken::new();
        Self {
            definition,
            database,
            bus,
            _stop_guard: stop.clone().drop_guard(),
            stop,
            nats,
            _store: store,
        }
    }

    /// Returns process settings with free ports and the service's user of this NATS server.
    pub fn process_settings(&self) -> ProcessSettings {
        ProcessSettings {
            listen: ([127, 0, 0, 1], 0).into(),
            admin_address: ([127, 0, 0, 1], 0).into(),
            nats: NatsSettings::new(nats_url_for(&self.nats.url(), self.definition.name)),
            callers: keys::caller_settings(),
            grpc: GrpcSettings::default(),
            certificate: CertificateSettings::default(),
            shutdown_delay: Duration::ZERO,
            grpc_reflection: false,
            telemetry: TelemetrySettings {
                log_format: LogFormat::Pretty,
                log_filter: "warn".to_owned(),
                otlp_endpoint: None,
            },
        }
    }

    /// Returns database settings with this database.
    pub fn database_settings(&self) -> DatabaseSettings {
        DatabaseSettings {
            postgres_url: self.database.url().clone(),
            postgres_direct_url: None,
            postgres_connections: 10,
            postgres_background_connections: 5,
        }
    }

    /// Returns the settings of a service with this database and NATS server.
    pub fn service_settings(&self) -> ServiceSettings {
        ServiceSettings {
            process: self.process_settings(),
            database: self.database_settings(),
            operation: None,
        }
    }

    /// Returns a connection pool of the test for the service's database.
    pub const fn pool(&self) -> &PgPool {
        self.database.pool()
    }

    /// Returns the NATS server.
    pub const fn nats(&mut self) -> &mut Nats {
        &mut self.nats
    }

    /// Returns the test's connection to NATS, as the operator.
    pub const fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Creates a client of the harness's service at this address, which may call as anyone.
    pub fn client(&self, address: &str) -> Client {
        Client::new(
            address,
            keys::signer(self.definition.name),
            &GrpcSettings::default(),
        )
        .expect("a valid address")
    }

    /// Runs a service until the harness is dropped, and waits until it is ready.
    pub async fn serve(&self, service: Service) -> Client {
        let address = service.address();
        let consumers = service.consumer_names();
        let stop = self.stop.clone();
        tokio::spawn(async move {
            if let Err(error) = service.run(stop).await {
                eprintln!("the service failed: {error:#}");
            }
        });
        let client = self.client(&format!("http://{address}"));
        eventually("the service is ready", || {
            let mut health = HealthClient::new(client.clone());
            async move {
                let response = health.check(HealthCheckRequest::default()).await.ok()?;
                (response.into_inner().status() == ServingStatus::Serving).then_some(())
            }
        })
        .await;
        until_empty(Duration::from_secs(10), "the consumers exist", || {
            missing_consumers(&self.bus, &consumers)
        })
        .await;
        client
    }

    /// Returns the events of one type in the outbox, published or not, oldest first.
    pub async fn published<E: Event>(&self) -> Vec<E> {
        let rows: Vec<Vec<u8>> =
            sqlx::query_scalar("select payload from outbox where subject = $1 order by position")
                .bind(E::SUBJECT)
                .fetch_all(self.pool())
                .await
                .expect("the outbox");
        rows.iter()
            .map(|payload| E::decode(payload.as_slice()).expect("an event of this kind"))
            .collect()
    }

    /// Publishes an event to NATS, as another service would.
    pub async fn deliver<E: Event>(&self, event: &E) -> EventId {
        let id = EventId::generate();
        self.publish(id, event, false).await;
        id
    }

    /// Publishes an event again, bypassing JetStream's deduplication.
    pub async fn redeliver<E: Event>(&self, id: EventId, event: &E) {
        self.publish(id, event, true).await;
    }

    async fn publish<E: Event>(&self, id: EventId, event: &E, is_duplicate: bool) {
        let mut stream = self.bus.stream().await.expect("the stream");
        if is_duplicate {
            // JetStream forgets message ids when the duplicate window shrinks.
            let mut config = stream.info().await.expect("the stream's settings").config.clone();
            config.duplicate_window = Duration::from_millis(100);
            self.bus
                .context()
                .update_stream(config)
                .await
                .expect("a shorter window");
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        self.bus
            .context()
            .send_publish(
                E::SUBJECT,
                PublishMessage::build()
                    .message_id(id.to_string())
                    .payload(event.encode_to_vec().into()),
            )
            .await
            .expect("sent")
            .await
            .expect("stored");
    }

    /// Waits until the outbox is published and all consumers are idle.
    pub async fn wait_until_idle(&self) {
        until_empty(Duration::from_secs(20), "the outbox is published", || async {
            sqlx::query_scalar::<_, String>("select subject from outbox where published_at is null")
                .fetch_all(self.pool())
                .await
                .expect("the outbox")
        })
        .await;
        until_empty(Duration::from_secs(20), "all events are handled", || {
            busy_consumers(&self.bus)
        })
        .await;
    }
}

/// Returns the expected consumers that do not exist yet.
pub(crate) async fn missing_consumers(bus: &Bus, expected: &[&'static str]) -> Vec<&'static str> {
    let Ok(stream) = bus.stream().await else {
        return expected.to_vec();
    };
    let known: Vec<String> = stream.consumer_names().try_collect().await.unwrap_or_default();
    expected
        .iter()
        .copied()
        .filter(|name| !known.iter().any(|known| known == name))
        .collect()
}

/// Returns the consumers with pending messages.
pub(crate) async fn busy_consumers(bus: &Bus) -> Vec<String> {
    let Ok(stream) = bus.stream().await else {
        return vec!["the stream".to_owned()];
    };
    let consumers: Result<Vec<_>, _> = stream.consumers().try_collect().await;
    let Ok(consumers) = consumers else {
        return vec!["the consumers".to_owned()];
    };
    consumers
        .into_iter()
        .filter(|consumer| consumer.num_pending > 0 || consumer.num_ack_pending > 0)
        .map(|consumer| {
            format!(
                "{}: {} + {}",
                consumer.name, consumer.num_pending, consumer.num_ack_pending
            )
        })
        .collect()
}
