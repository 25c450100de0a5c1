//! The loss of servers of a NATS cluster, one after the other, under load.

#![expect(clippy::indexing_slicing, reason = "panics fail the test")]

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use async_nats::jetstream::stream::{ClusterInfo, Info};
use async_trait::async_trait;
use kit::{
    events::{
        self, Handler, HandlerError, Received,
        bus::{Bus, STREAM},
    },
    service::{Definition, Service},
    settings::{
        CertificateSettings, DatabaseSettings, GrpcSettings, LogFormat, NatsSettings, ProcessSettings,
        TelemetrySettings,
    },
};
use local::{Nats, nats_url_for};
use proto::{event::Event as _, order::v1::OrderAbandoned};
use sqlx::{
    PgConnection, PgPool,
    types::{Uuid, time::OffsetDateTime},
};
use testkit::{Scrape, TestDatabase, eventually_within};
use tokio_util::sync::CancellationToken;

use crate::NO_MIGRATIONS;

const SERVERS: usize = 3;
const EVENTS: usize = 2_000;

/// Interval between two events: each server is missing for 6 s or longer.
const INTERVAL: Duration = Duration::from_millis(15);

/// Duration of a handler, so that some are at work when a server is killed.
const WORK: Duration = Duration::from_millis(20);

/// Maximum duration of a step; JetStream redelivers an event after 30 s.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Publishes the events, as the user `order`.
const SENDER: Definition = Definition {
    name: "order",
    migrations: &NO_MIGRATIONS,
};

/// Handles the events, as the user `catalog`.
const RECEIVER: Definition = Definition {
    name: "catalog",
    migrations: &NO_MIGRATIONS,
};

/// Stores each call with its time.
struct Recorder;

#[async_trait]
impl Handler for Recorder {
    type Event = OrderAbandoned;
    const NAME: &'static str = "catalog-release";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        event: Received<OrderAbandoned>,
    ) -> Result<(), HandlerError> {
        tokio::time::sleep(WORK).await;
        sqlx::query("insert into handled (event_id) values ($1)")
            .bind(event.id.uuid())
            .execute(connection)
            .await?;
        Ok(())
    }
}

/// Prints a step with its time since the start.
#[expect(
    clippy::print_stdout,
    reason = "the command reports to a person at a terminal"
)]
fn print_step(started: Instant, text: &str) {
    println!("{:>6.1} s  {text}", started.elapsed().as_secs_f64());
}

/// Returns the URLs of all servers for a service.
fn urls(servers: &[Nats], service: &str) -> String {
    let urls: Vec<_> = servers
        .iter()
        .map(|server| nats_url_for(&server.url(), service))
        .collect();
    urls.join(",")
}

async fn bind(definition: Definition, database: &TestDatabase, servers: &[Nats]) -> Service {
    let process = ProcessSettings {
        listen: ([127, 0, 0, 1], 0).into(),
        admin_address: ([127, 0, 0, 1], 0).into(),
        nats: NatsSettings::new(urls(servers, definition.name)),
        callers: testkit::caller_settings(),
        grpc: GrpcSettings::default(),
        certificate: CertificateSettings::default(),
        shutdown_delay: Duration::ZERO,
        grpc_reflection: false,
        telemetry: TelemetrySettings {
            log_format: LogFormat::Pretty,
            log_filter: "warn".to_owned(),
            otlp_endpoint: None,
        },
    };
    let database = DatabaseSettings {
        postgres_url: database.url().clone(),
        postgres_direct_url: None,
        postgres_connections: 10,
        postgres_background_connections: 5,
    };
    Service::bind(definition, &process, &database).await.unwrap()
}

/// Appends the events at a fixed rate, each in its own transaction.
async fn append_events(pool: PgPool, appended: Arc<AtomicUsize>) {
    let mut interval = tokio::time::interval(INTERVAL);
    for number in 0..EVENTS {
        interval.tick().await;
        super::publish(&pool, &number.to_string()).await;
        appended.fetch_add(1, Ordering::SeqCst);
    }
}

async fn wait_appended(appended: &AtomicUsize, number: usize) {
    eventually_within(TIMEOUT, "events are appended", || async {
        (appended.load(Ordering::SeqCst) >= number).then_some(())
    })
    .await;
}

async fn stream_info(bus: &Bus) -> Option<Info> {
    let stream = bus.context().get_stream(STREAM).await.ok()?;
    stream.get_info().await.ok()
}

/// A Raft group of the cluster.
#[derive(Debug, Clone, Copy)]
enum Group {
    Stream,
    Consumer,
}

impl Group {
    async fn info(self, bus: &Bus) -> Option<ClusterInfo> {
        match self {
            Self::Stream => stream_info(bus).await?.cluster,
            Self::Consumer => {
                let stream = bus.context().get_stream(STREAM).await.ok()?;
                stream.consumer_info(Recorder::NAME).await.ok()?.cluster
            }
        }
    }

    /// Waits for a leader other than `lost`, and returns its name.
    async fn wait_leader(self, bus: &Bus, lost: Option<&str>) -> String {
        eventually_within(TIMEOUT, "the group has a leader", || async {
            let leader = self.info(bus).await?.leader?;
            (lost != Some(&leader)).then_some(leader)
        })
        .await
    }

    /// Waits until all servers have the group's whole data.
    async fn wait_current(self, bus: &Bus) {
        eventually_within(TIMEOUT, "all replicas are current", || async {
            let info = self.info(bus).await?;
            let all_are_current = info.leader.is_some()
                && info.replicas.len() == SERVERS - 1
                && info.replicas.iter().all(|replica| {
                    replica.current && !replica.offline && replica.lag.unwrap_or_default() == 0
                });
            all_are_current.then_some(())
        })
        .await;
    }
}

async fn count(pool: &PgPool, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes a minute; run it with `cargo xtask bus-cluster`"]
async fn handles_each_event_once_when_leaders_are_killed() {
    let started = Instant::now();
    let store = tempfile::tempdir().unwrap();
    let mut servers = Nats::start_cluster(store.path(), SERVERS).await.unwrap();
    let mut settings = NatsSettings::new(urls(&servers, "operator"));
    settings.stream.replicas = SERVERS;
    let bus = Bus::connect(&settings, "test").await.unwrap();
    eventually_within(TIMEOUT, "the stream is created", || async {
        bus.create_or_update_stream().await.ok()
    })
    .await;
    Group::Stream.wait_current(&bus).await;
    print_step(started, "three servers, the stream has three current replicas");

    let sender_database = TestDatabase::create(SENDER).await;
    let receiver_database = TestDatabase::create(RECEIVER).await;
    let (sent, received) = (sender_database.pool(), receiver_database.pool());
    sqlx::query(
        "create table handled (event_id uuid not null, handled_at timestamptz not null default clock_timestamp())",
    )
    .execute(received)
    .await
    .unwrap();
    let sender = bind(SENDER, &sender_database, &servers).await;
    let receiver = bind(RECEIVER, &receiver_database, &servers)
        .await
        .consumer(Recorder);
    let admin = receiver.admin_address().to_string();
    let stop = CancellationToken::new();
    let running = [
        tokio::spawn(sender.run(stop.clone())),
        tokio::spawn(receiver.run(stop.clone())),
    ];
    eventually_within(TIMEOUT, "the consumer exists", || async {
        let stream = bus.context().get_stream(STREAM).await.ok()?;
        stream.consumer_info(Recorder::NAME).await.ok().map(drop)
    })
    .await;

    let appended = Arc::new(AtomicUsize::new(0));
    let appending = tokio::spawn(append_events(sent.clone(), appended.clone()));
    for (group, fifth) in [(Group::Stream, 1), (Group::Consumer, 3)] {
        wait_appended(&appended, EVENTS * fifth / 5).await;
        let leader = group.wait_leader(&bus, None).await;
        let server = servers
            .iter_mut()
            .find(|server| server.name() == Some(leader.as_str()))
            .unwrap();
        server.kill().unwrap();
        let lost = Instant::now();
        let number = appended.load(Ordering::SeqCst);
        print_step(
            started,
            &format!("{leader} is killed after {number} events; it led: {group:?}"),
        );
        let next = group.wait_leader(&bus, Some(&leader)).await;
        let seconds = lost.elapsed().as_secs_f64();
        print_step(started, &format!("{next} leads, {seconds:.1} s later"));

        wait_appended(&appended, EVENTS * (fifth + 1) / 5).await;
        server.restart().await.unwrap();
        let number = appended.load(Ordering::SeqCst);
        print_step(started, &format!("{leader} is restarted after {number} events"));
        Group::Stream.wait_current(&bus).await;
        Group::Consumer.wait_current(&bus).await;
        print_step(started, "three replicas are current");
    }
    appending.await.unwrap();
    wait_idle(&bus, sent).await;
    print_step(
        started,
        &format!("{EVENTS} events are published, handled and acked"),
    );
    report(started, &bus, sent, received, &admin).await;

    // JetStream forgets the ids of messages when the duplicate window shrinks, and stores all events twice.
    let mut config = stream_info(&bus).await.unwrap().config;
    config.duplicate_window = Duration::from_millis(100);
    bus.context().update_stream(config).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let marked = events::relay::republish(sent).await.unwrap();
    assert_eq!(marked, u64::try_from(EVENTS).unwrap());
    wait_idle(&bus, sent).await;
    print_step(started, "all events are published a second time");
    let (stored, processed) = deliveries(&bus, &admin).await;
    assert!(stored > EVENTS, "JetStream dropped the duplicates");
    print_deliveries(started, stored, processed);
    let handled = count(received, "select count(*) from handled").await;
    assert_eq!(handled, i64::try_from(EVENTS).unwrap());
    Group::Stream.wait_current(&bus).await;
    Group::Consumer.wait_current(&bus).await;
    print_step(started, "three replicas are current");
    stop.cancel();
    for service in running {
        service.await.unwrap().unwrap();
    }
}

/// Waits until the outbox is published and the consumer has acked all messages.
async fn wait_idle(bus: &Bus, sent: &PgPool) {
    eventually_within(TIMEOUT, "the outbox is published", || async {
        (count(sent, "select count(*) from outbox where published_at is null").await == 0).then_some(())
    })
    .await;
    eventually_within(TIMEOUT, "all events are handled and acked", || async {
        let stream = bus.context().get_stream(STREAM).await.ok()?;
        let consumer = stream.consumer_info(Recorder::NAME).await.ok()?;
        (consumer.num_pending == 0 && consumer.num_ack_pending == 0).then_some(())
    })
    .await;
}

/// Returns the number of messages in the stream, and of those that the consumer processed.
async fn deliveries(bus: &Bus, admin: &str) -> (usize, f64) {
    let stored = stream_info(bus).await.unwrap().state.messages;
    let labels = [
        ("messaging_consumer_group_name", Recorder::NAME),
        ("messaging_destination_name", OrderAbandoned::SUBJECT),
        ("error_type", ""),
    ];
    let processed = Scrape::fetch(admin)
        .await
        .value("messaging_process_duration_seconds_count", &labels);
    (usize::try_from(stored).unwrap(), processed.unwrap())
}

fn print_deliveries(started: Instant, stored: usize, processed: f64) {
    let events = f64::from(u32::try_from(EVENTS).unwrap());
    print_step(
        started,
        &format!(
            "{stored} messages in the stream, {} of them duplicates; {processed} processed, {} of them dropped by the inbox",
            stored - EVENTS,
            processed - events
        ),
    );
}

/// Asserts that each event was handled once, and prints the figures.
async fn report(started: Instant, bus: &Bus, sent: &PgPool, received: &PgPool, admin: &str) {
    let appended: HashMap<Uuid, OffsetDateTime> = sqlx::query_as("select id, created_at from outbox")
        .fetch_all(sent)
        .await
        .unwrap()
        .into_iter()
        .collect();
    let handled: Vec<(Uuid, OffsetDateTime)> =
        sqlx::query_as("select event_id, handled_at from handled order by handled_at")
            .fetch_all(received)
            .await
            .unwrap();
    assert_eq!(appended.len(), EVENTS);
    assert_eq!(handled.len(), EVENTS, "an event is lost or handled twice");
    let mut delays: Vec<f64> = handled
        .iter()
        .map(|(id, at)| (*at - appended[id]).as_seconds_f64())
        .collect();
    let distinct: HashSet<_> = handled.iter().map(|(id, _)| id).collect();
    assert_eq!(distinct.len(), EVENTS, "an event is handled twice");
    for query in [
        "select count(*) from dead_letter",
        "select count(*) from event_rejection",
    ] {
        assert_eq!(count(received, query).await, 0, "{query}");
    }

    let pause = handled
        .windows(2)
        .map(|pair| (pair[1].1 - pair[0].1).as_seconds_f64())
        .fold(0.0, f64::max);
    delays.sort_by(f64::total_cmp);
    print_step(
        started,
        &format!("{EVENTS} events, each handled once; longest time without one: {pause:.1} s"),
    );
    print_step(
        started,
        &format!(
            "from the append until it is handled: median {:.0} ms, 99 % within {:.1} s, longest {:.1} s",
            1_000.0 * delays[EVENTS / 2],
            delays[EVENTS * 99 / 100],
            delays[EVENTS - 1]
        ),
    );
    let (stored, processed) = deliveries(bus, admin).await;
    print_deliveries(started, stored, processed);
}
