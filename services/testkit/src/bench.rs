//! One service in the test's own process, on a database and a NATS of its own.

use std::time::Duration;

use async_nats::jetstream::message::PublishMessage;
use futures::TryStreamExt as _;
use kit::{
    caller::CallerKeys,
    domain::EventId,
    events::bus::Bus,
    grpc::Client,
    service::{Definition, Service},
    settings::{DatabaseSettings, LogFormat, ProcessSettings, TelemetrySettings},
};
use local::{Nats, NatsOptions};
use proto::event::Event;
use sqlx::PgPool;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::{TestDatabase, eventually, wait::until_empty};

/// The key that signs callers in tests.
const CALLER_KEY: &str = "a key for tests and for nothing else";

/// See the module.
pub struct Bench {
    database: TestDatabase,
    bus: Bus,
    stop: CancellationToken,
    _stopped_with_this: DropGuard,
    nats: Nats,
    _store: tempfile::TempDir,
}

impl Bench {
    /// A fresh migrated database and a NATS of its own.
    pub async fn start(definition: Definition) -> Self {
        let store = tempfile::tempdir().expect("a folder");
        let nats = Nats::start(NatsOptions {
            store: store.path().to_owned(),
            port: None,
        })
        .await
        .expect("NATS");
        let database = TestDatabase::create(definition).await;
        let bus = Bus::connect(&nats.url(), "test")
            .await
            .expect("an address of NATS");
        let stop = CancellationToken::new();
        Self {
            database,
            bus,
            _stopped_with_this: stop.clone().drop_guard(),
            stop,
            nats,
            _store: store,
        }
    }

    /// Settings for a process on this bench.
    pub fn process(&self) -> ProcessSettings {
        ProcessSettings {
            listen: ([127, 0, 0, 1], 0).into(),
            admin_address: ([127, 0, 0, 1], 0).into(),
            nats_url: self.nats.url(),
            caller_keys: keys(),
            shutdown_delay: Duration::ZERO,
            telemetry: TelemetrySettings {
                log_format: LogFormat::Pretty,
                log_filter: "warn".to_owned(),
                otlp_endpoint: None,
            },
        }
    }

    /// Settings for a database on this bench.
    pub fn database(&self) -> DatabaseSettings {
        DatabaseSettings {
            postgres_url: self.database.url().clone(),
            postgres_direct_url: None,
            postgres_connections: 10,
        }
    }

    /// Connections to the service's database, beside its own.
    pub const fn pool(&self) -> &PgPool {
        self.database.pool()
    }

    /// The NATS of this bench, to stop and start.
    pub const fn nats(&mut self) -> &mut Nats {
        &mut self.nats
    }

    /// The test's own connection to NATS.
    pub const fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Runs a service until the bench ends, and waits until it serves.
    pub async fn serve(&self, service: Service) -> Client {
        let address = service.address();
        let consumers = service.consumers();
        let stop = self.stop.clone();
        tokio::spawn(async move {
            if let Err(error) = service.run(stop).await {
                eprintln!("the service has ended: {error:#}");
            }
        });
        let client = client(&format!("http://{address}"));
        eventually("the service serves", || {
            let mut health = HealthClient::new(client.clone());
            async move {
                let answer = health.check(HealthCheckRequest::default()).await.ok()?;
                (answer.into_inner().status() == ServingStatus::Serving).then_some(())
            }
        })
        .await;
        until_empty(Duration::from_secs(10), "the consumers are there", || {
            missing(&self.bus, &consumers)
        })
        .await;
        client
    }

    /// What the outbox holds of one kind of event, oldest first, sent or not.
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

    /// Puts an event on the bus, as another service would.
    pub async fn deliver<E: Event>(&self, event: &E) -> EventId {
        let id = EventId::generate();
        self.send(id, event, false).await;
        id
    }

    /// Puts an event on the bus once more, past the stream's own guard against doubles.
    pub async fn deliver_again<E: Event>(&self, id: EventId, event: &E) {
        self.send(id, event, true).await;
    }

    async fn send<E: Event>(&self, id: EventId, event: &E, purge: bool) {
        let mut stream = self.bus.stream().await.expect("the stream");
        if purge {
            // The duplicate window belongs to the stream's memory: shortened, it forgets.
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

    /// Waits until all that was written down is sent and all that was sent is handled.
    pub async fn settle(&self) {
        until_empty(Duration::from_secs(20), "the outbox is sent", || async {
            sqlx::query_scalar::<_, String>("select subject from outbox where published_at is null")
                .fetch_all(self.pool())
                .await
                .expect("the outbox")
        })
        .await;
        until_empty(Duration::from_secs(20), "everything is handled", || {
            unhandled(&self.bus)
        })
        .await;
    }
}

/// Those of the consumers that the stream does not know yet.
pub(crate) async fn missing(bus: &Bus, expected: &[&'static str]) -> Vec<&'static str> {
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

/// The consumers that still have something to do.
pub(crate) async fn unhandled(bus: &Bus) -> Vec<String> {
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

/// A client that signs with the key of the tests.
pub(crate) fn client(address: &str) -> Client {
    Client::new(address, "test", keys()).expect("an address made here")
}

fn keys() -> CallerKeys {
    CALLER_KEY.parse().expect("a key that is long enough")
}
