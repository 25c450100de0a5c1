//! Delivery of events on PostgreSQL and NATS.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]

mod batches;
mod cluster;

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_nats::jetstream::{AckKind, consumer::pull, message::PublishMessage};
use async_trait::async_trait;
use futures::StreamExt as _;
use kit::{
    events::{self, Handler, HandlerError, Received, bus::Bus, dead_letters},
    service::{Definition, Service},
    settings::{DatabaseSettings, NatsSettings},
};
use proto::{
    event::Event as _,
    order::v1::{OrderAbandoned, OrderCancelled},
};
use sqlx::{PgConnection, PgPool, migrate::Migrator};
use testkit::{Harness, eventually};
use tokio_util::sync::CancellationToken;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

const DEFINITION: Definition = Definition {
    name: "kit",
    migrations: &NO_MIGRATIONS,
};

/// Order id of an event on which [`Recorder`] panics.
const POISON: &str = "poison";

/// Order id of an event that has no effect.
const UNCONCERNED: &str = "unconcerned";

/// Stores handled events; can fail, reject or block.
#[derive(Clone, Default)]
struct Recorder {
    fails: Arc<AtomicBool>,
    rejects: Arc<AtomicBool>,
    is_blocked: Arc<AtomicBool>,
    started: Arc<AtomicUsize>,
}

#[async_trait]
impl Handler for Recorder {
    type Event = OrderAbandoned;
    const NAME: &'static str = "kit-note";

    fn concerns(&self, event: &OrderAbandoned) -> bool {
        event.order_id != UNCONCERNED
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        event: Received<OrderAbandoned>,
    ) -> Result<(), HandlerError> {
        if self.fails.load(Ordering::SeqCst) {
            return Err(HandlerError::Malformed("rejected by test".into()));
        }
        assert_ne!(event.event.order_id, POISON, "the handler panics");
        if self.rejects.load(Ordering::SeqCst) {
            return Err(HandlerError::Rejected("refused by a rule".into()));
        }
        self.started.fetch_add(1, Ordering::SeqCst);
        while self.is_blocked.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        sqlx::query("insert into handled (order_id) values ($1)")
            .bind(event.event.order_id)
            .execute(connection)
            .await?;
        Ok(())
    }
}

async fn harness() -> Harness {
    let harness = Harness::start(DEFINITION).await;
    sqlx::query("create table handled (order_id text not null)")
        .execute(harness.pool())
        .await
        .unwrap();
    harness
}

async fn serve(harness: &Harness, handler: Recorder) {
    let service = Service::bind(
        DEFINITION,
        &harness.process_settings(),
        &harness.database_settings(),
    )
    .await
    .unwrap();
    harness.serve(service.consumer(handler)).await;
}

async fn publish(pool: &PgPool, order_id: &str) {
    let mut transaction = kit::database::begin(pool).await.unwrap();
    events::append(
        &mut transaction,
        &OrderAbandoned {
            order_id: order_id.to_owned(),
        },
    )
    .await
    .unwrap();
    transaction.commit().await.unwrap();
}

async fn handled_orders(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar("select order_id from handled order by order_id")
        .fetch_all(pool)
        .await
        .unwrap()
}

async fn inbox_rows(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select count(*) from inbox")
        .fetch_one(pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn delivers_only_committed_events() {
    let harness = harness().await;
    let mut listener = sqlx::postgres::PgListener::connect_with(harness.pool())
        .await
        .unwrap();
    listener.listen("outbox").await.unwrap();
    serve(&harness, Recorder::default()).await;
    publish(harness.pool(), "a").await;
    let mut transaction = kit::database::begin(harness.pool()).await.unwrap();
    events::append(
        &mut transaction,
        &OrderAbandoned {
            order_id: "b".to_owned(),
        },
    )
    .await
    .unwrap();
    transaction.rollback().await.unwrap();
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a"]);
    // NOTIFY would serialize the commits of all databases of the server.
    let notification = tokio::time::timeout(Duration::from_millis(100), listener.recv()).await;
    assert!(notification.is_err(), "{notification:?}");
}

#[tokio::test]
async fn handles_a_duplicate_event_once() {
    let harness = harness().await;
    serve(&harness, Recorder::default()).await;
    let event = OrderAbandoned {
        order_id: "a".to_owned(),
    };
    let id = harness.deliver(&event).await;
    harness.wait_until_idle().await;
    harness.redeliver(id, &event).await;
    harness.wait_until_idle().await;
    let stored = harness
        .bus()
        .stream()
        .await
        .unwrap()
        .get_info()
        .await
        .unwrap()
        .state
        .messages;
    assert_eq!(
        stored, 2,
        "JetStream deduplicated the event, the inbox was not tested"
    );
    assert_eq!(handled_orders(harness.pool()).await, ["a"]);
}

#[tokio::test]
async fn acknowledges_events_without_an_effect_and_stores_nothing() {
    let harness = harness().await;
    serve(&harness, Recorder::default()).await;
    publish(harness.pool(), UNCONCERNED).await;
    publish(harness.pool(), "a").await;
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a"]);
    assert_eq!(inbox_rows(harness.pool()).await, 1);
}

#[tokio::test]
async fn ignores_other_subjects() {
    let harness = harness().await;
    serve(&harness, Recorder::default()).await;
    harness
        .deliver(&OrderCancelled {
            order_id: "a".to_owned(),
            ..OrderCancelled::default()
        })
        .await;
    harness
        .deliver(&OrderAbandoned {
            order_id: "b".to_owned(),
        })
        .await;
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["b"]);
}

#[tokio::test]
async fn publishes_after_nats_is_back() {
    let mut harness = harness().await;
    serve(&harness, Recorder::default()).await;
    harness.nats().kill().unwrap();
    publish(harness.pool(), "a").await;
    harness.nats().restart().await.unwrap();
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a"]);
}

#[tokio::test]
async fn recreates_a_deleted_stream_and_deduplicates_republished_events() {
    let harness = harness().await;
    serve(&harness, Recorder::default()).await;
    publish(harness.pool(), "a").await;
    harness.wait_until_idle().await;
    harness
        .bus()
        .context()
        .delete_stream(events::bus::STREAM)
        .await
        .unwrap();
    publish(harness.pool(), "b").await;
    events::relay::republish(harness.pool()).await.unwrap();
    eventually("both are handled", || async {
        (handled_orders(harness.pool()).await.len() >= 2).then_some(())
    })
    .await;
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a", "b"]);
}

#[tokio::test]
async fn dead_letters_malformed_events_and_replays_them() {
    let harness = harness().await;
    let handler = Recorder::default();
    handler.fails.store(true, Ordering::SeqCst);
    serve(&harness, handler.clone()).await;
    let id = harness
        .deliver(&OrderAbandoned {
            order_id: "a".to_owned(),
        })
        .await;
    let letters = eventually("it is dead-lettered", || async {
        let letters = dead_letters::list(harness.pool()).await.unwrap();
        (!letters.is_empty()).then_some(letters)
    })
    .await;
    assert_eq!(letters[0].event_id, id);
    assert!(
        letters[0].reason.contains("rejected by test"),
        "{}",
        letters[0].reason
    );
    harness.wait_until_idle().await;
    // More dead letters than polls within the test's time limit.
    sqlx::query(
        "insert into dead_letter (consumer, event_id, subject, payload, reason)
         select consumer, gen_random_uuid(), subject, payload, reason
         from dead_letter cross join generate_series(1, 9)",
    )
    .execute(harness.pool())
    .await
    .unwrap();

    handler.fails.store(false, Ordering::SeqCst);
    assert_eq!(
        dead_letters::request_replay(harness.pool(), Some(id))
            .await
            .unwrap(),
        1
    );
    // The first one may have been replayed since.
    assert!(dead_letters::request_replay(harness.pool(), None).await.unwrap() >= 9);
    testkit::eventually_within(Duration::from_secs(20), "it is replayed", || async {
        dead_letters::list(harness.pool())
            .await
            .unwrap()
            .is_empty()
            .then_some(())
    })
    .await;
    assert_eq!(handled_orders(harness.pool()).await, ["a"; 10]);
}

/// Waits until a consumer has counted rejections, and returns their number.
async fn rejections(pool: &PgPool) -> i32 {
    eventually("a rejection is counted", || async {
        sqlx::query_scalar("select rejections from event_rejection where consumer = 'kit-note'")
            .fetch_optional(pool)
            .await
            .unwrap()
    })
    .await
}

/// Counts rejections as earlier deliveries would, so that the next one is the last.
async fn exhaust_rejections(pool: &PgPool) {
    sqlx::query("update event_rejection set rejections = 4")
        .execute(pool)
        .await
        .unwrap();
}

async fn dead_letter_reason(pool: &PgPool) -> String {
    let letter = eventually("it is dead-lettered", || async {
        dead_letters::list(pool).await.unwrap().into_iter().next()
    })
    .await;
    let left: i64 = sqlx::query_scalar("select count(*) from event_rejection")
        .fetch_one(pool)
        .await
        .unwrap();
    assert_eq!(left, 0, "the count outlives the event");
    letter.reason
}

#[tokio::test]
async fn panicking_handler_counts_as_rejection_and_leaves_the_service_running() {
    let harness = harness().await;
    let service = Service::bind(
        DEFINITION,
        &harness.process_settings(),
        &harness.database_settings(),
    )
    .await
    .unwrap()
    .consumer(Recorder::default());
    let stop = CancellationToken::new();
    let running = tokio::spawn(service.run(stop.clone()));
    harness
        .deliver(&OrderAbandoned {
            order_id: POISON.to_owned(),
        })
        .await;
    assert_eq!(rejections(harness.pool()).await, 1);
    harness
        .deliver(&OrderAbandoned {
            order_id: "a".to_owned(),
        })
        .await;
    exhaust_rejections(harness.pool()).await;
    let reason = dead_letter_reason(harness.pool()).await;
    assert!(reason.contains("the handler panics"), "{reason}");
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a"]);

    // A replay that panics leaves the dead letter and the service.
    dead_letters::request_replay(harness.pool(), None).await.unwrap();
    eventually("it is replayed", || async {
        let replay: bool = sqlx::query_scalar("select replay from dead_letter")
            .fetch_one(harness.pool())
            .await
            .unwrap();
        (!replay).then_some(())
    })
    .await;
    assert!(!running.is_finished());
    stop.cancel();
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn dead_letters_after_rejections_and_not_after_outages() {
    let harness = harness().await;
    let id = harness
        .deliver(&OrderAbandoned {
            order_id: "a".to_owned(),
        })
        .await;
    // Deliveries that an outage fails.
    let stream = harness.bus().stream().await.unwrap();
    let durable = stream
        .create_consumer(pull::Config {
            durable_name: Some("kit-note".to_owned()),
            filter_subject: OrderAbandoned::SUBJECT.to_owned(),
            ..pull::Config::default()
        })
        .await
        .unwrap();
    for delivery in 1..=6 {
        let batch = durable.batch().max_messages(1).expires(Duration::from_secs(5));
        let mut messages = batch.messages().await.unwrap();
        let message = messages.next().await.unwrap().unwrap();
        assert_eq!(message.info().unwrap().delivered, delivery);
        message.ack_with(AckKind::Nak(None)).await.unwrap();
    }

    let handler = Recorder::default();
    handler.rejects.store(true, Ordering::SeqCst);
    serve(&harness, handler).await;
    assert_eq!(rejections(harness.pool()).await, 1);
    assert!(dead_letters::list(harness.pool()).await.unwrap().is_empty());

    exhaust_rejections(harness.pool()).await;
    let reason = dead_letter_reason(harness.pool()).await;
    assert!(reason.contains("refused by a rule"), "{reason}");
    assert_eq!(dead_letters::list(harness.pool()).await.unwrap()[0].event_id, id);
}

#[tokio::test]
async fn updates_settings_of_an_existing_consumer_and_keeps_its_position() {
    let harness = harness().await;
    let handler = Recorder::default();
    let older = pull::Config {
        durable_name: Some("kit-note".to_owned()),
        filter_subject: OrderAbandoned::SUBJECT.to_owned(),
        ack_wait: Duration::from_mins(10),
        ..pull::Config::default()
    };
    let stream = harness.bus().stream().await.unwrap();
    let mut durable = stream.create_consumer(older).await.unwrap();
    harness
        .deliver(&OrderAbandoned {
            order_id: "a".to_owned(),
        })
        .await;
    let mut messages = durable.fetch().max_messages(1).messages().await.unwrap();
    messages
        .next()
        .await
        .unwrap()
        .unwrap()
        .double_ack()
        .await
        .unwrap();

    serve(&harness, handler).await;
    publish(harness.pool(), "b").await;
    harness.wait_until_idle().await;
    assert!(durable.info().await.unwrap().config.ack_wait < Duration::from_mins(1));
    assert_eq!(handled_orders(harness.pool()).await, ["b"]);
}

#[tokio::test]
async fn stopping_finishes_started_events_and_naks_the_rest() {
    let harness = harness().await;
    let stopping = Recorder::default();
    stopping.is_blocked.store(true, Ordering::SeqCst);
    let service = Service::bind(
        DEFINITION,
        &harness.process_settings(),
        &harness.database_settings(),
    )
    .await
    .unwrap()
    .consumer(stopping.clone());
    let stop = CancellationToken::new();
    let running = tokio::spawn(service.run(stop.clone()));
    eventually("the consumer exists", || async {
        let stream = harness.bus().stream().await.ok()?;
        stream.consumer_info("kit-note").await.ok().map(drop)
    })
    .await;
    for number in 0..8 {
        publish(harness.pool(), &format!("{number:02}")).await;
    }
    eventually("all are fetched", || async {
        let stream = harness.bus().stream().await.ok()?;
        let info = stream.consumer_info("kit-note").await.ok()?;
        (info.num_ack_pending == 8 && stopping.started.load(Ordering::SeqCst) > 0).then_some(())
    })
    .await;

    stop.cancel();
    stopping.is_blocked.store(false, Ordering::SeqCst);
    running.await.unwrap().unwrap();
    let started = stopping.started.load(Ordering::SeqCst);
    assert!(started < 8, "no event was left unstarted");
    assert_eq!(handled_orders(harness.pool()).await.len(), started);

    // Earlier than the ack wait.
    let remaining = Recorder::default();
    serve(&harness, remaining.clone()).await;
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await.len(), 8);
    assert_eq!(remaining.started.load(Ordering::SeqCst), 8 - started);
}

#[tokio::test]
async fn handles_republished_events_after_eight_days_offline() {
    let harness = harness().await;
    let sender = Service::bind(
        DEFINITION,
        &harness.process_settings(),
        &harness.database_settings(),
    )
    .await
    .unwrap();
    harness.serve(sender).await;
    publish(harness.pool(), "a").await;
    harness.wait_until_idle().await;
    sqlx::query("update outbox set created_at = created_at - interval '8 days', published_at = published_at - interval '8 days'")
        .execute(harness.pool())
        .await
        .unwrap();
    events::relay::sweep(harness.pool()).await.unwrap();
    // The stream is lost too; the outbox still has the event.
    harness
        .bus()
        .context()
        .delete_stream(events::bus::STREAM)
        .await
        .unwrap();
    assert_eq!(events::relay::republish(harness.pool()).await.unwrap(), 1);

    serve(&harness, Recorder::default()).await;
    eventually("it is handled", || async {
        (!handled_orders(harness.pool()).await.is_empty()).then_some(())
    })
    .await;
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a"]);
}

/// Limits of `outbox` and `inbox` in rows, which exceed the size of a batch.
const MANY_ROWS: i64 = 1_200;

#[tokio::test]
async fn republishes_recent_events_and_sweeps_old_rows_in_batches() {
    let harness = harness().await;
    let pool = harness.pool();
    // The first ones were published again by an earlier rebuild; the inboxes may have forgotten them.
    for (age, published) in [(40, 5), (34, 34), (1, 1)] {
        sqlx::query(
            "insert into outbox (id, subject, payload, created_at, published_at)
             select gen_random_uuid(), 'storefront.order.created', '',
                 now() - make_interval(days => $2), now() - make_interval(days => $3)
             from generate_series(1, $1)",
        )
        .bind(MANY_ROWS)
        .bind(age)
        .bind(published)
        .execute(pool)
        .await
        .unwrap();
    }
    // Counts the rows of each statement.
    sqlx::raw_sql(
        "create table statement (rows bigint not null);
         create function count_rows() returns trigger language plpgsql as
             $$ begin insert into statement select count(*) from changed; return null; end $$;
         create trigger count_updates after update on outbox
             referencing old table as changed for each statement execute function count_rows();
         create trigger count_deletions after delete on outbox
             referencing old table as changed for each statement execute function count_rows();
         create trigger count_inbox_deletions after delete on inbox
             referencing old table as changed for each statement execute function count_rows();",
    )
    .execute(pool)
    .await
    .unwrap();
    assert_eq!(
        events::relay::republish(pool).await.unwrap(),
        u64::try_from(2 * MANY_ROWS).unwrap()
    );
    let unpublished: i64 = sqlx::query_scalar("select count(*) from outbox where published_at is null")
        .fetch_one(pool)
        .await
        .unwrap();
    assert_eq!(unpublished, 2 * MANY_ROWS);

    for age in [71, 64] {
        sqlx::query(
            "insert into inbox (consumer, event_id, received_at)
             select 'kit-note', gen_random_uuid(), now() - make_interval(days => $2) from generate_series(1, $1)",
        )
        .bind(MANY_ROWS)
        .bind(age)
        .execute(pool)
        .await
        .unwrap();
    }
    events::relay::sweep(pool).await.unwrap();
    let remaining: (i64, i64, i64) = sqlx::query_as(
        "select (select count(*) from outbox), (select count(*) from inbox), (select max(rows) from statement)",
    )
    .fetch_one(pool)
    .await
    .unwrap();
    // An event of the last 35 days is delivered for the last time 65 days after it happened.
    assert_eq!((remaining.0, remaining.1), (2 * MANY_ROWS, MANY_ROWS));
    assert!(
        remaining.2 < MANY_ROWS,
        "a statement changed {} rows",
        remaining.2
    );
}

/// Creates the authority `NAME.crt` and a certificate of it for `localhost`, `NAME-server.crt`, each with its key.
async fn create_certificates(folder: &Path, name: &str) {
    let authority = format!("-subj /CN={name} -keyout {name}.key -out {name}.crt");
    let server = format!(
        "-subj /CN=server -keyout {name}-server.key -out {name}-server.crt -CA {name}.crt -CAkey {name}.key \
         -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE"
    );
    for arguments in [authority, server] {
        let output = tokio::process::Command::new("openssl")
            .args("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 1".split(' '))
            .args(arguments.split_whitespace())
            .current_dir(folder)
            .output()
            .await
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[tokio::test]
async fn trusts_only_the_authority_of_its_settings() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["ours", "foreign"] {
        create_certificates(folder.path(), name).await;
    }
    let program = tokio::task::spawn_blocking(local::nats_server)
        .await
        .unwrap()
        .unwrap();
    let port = local::Ports::default().any().unwrap();
    let _server = tokio::process::Command::new(program)
        .args(["--addr", "127.0.0.1", "--port", &port.to_string(), "--tls"])
        .args(["--tlscert", "ours-server.crt", "--tlskey", "ours-server.key"])
        .current_dir(folder.path())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut settings = NatsSettings::new(format!("tls://localhost:{port}"));
    settings.nats_ca_file = Some(folder.path().join("ours.crt"));
    let trusting = Bus::connect(&settings, "kit").await.unwrap();
    eventually("the connection is up", || async {
        trusting.is_connected().then_some(())
    })
    .await;
    trusting.client().flush().await.unwrap();

    // Without the setting, the system's authorities.
    for authority in [None, Some(folder.path().join("foreign.crt"))] {
        settings.nats_ca_file = authority;
        let has_failed = Arc::new(AtomicBool::new(false));
        let record = Arc::clone(&has_failed);
        let refusing = Bus::connect_with(&settings, "kit", move |event| {
            if matches!(event, async_nats::Event::ClientError(_)) {
                record.store(true, Ordering::SeqCst);
            }
        })
        .await
        .unwrap();
        eventually("an attempt to connect fails", || async {
            has_failed.load(Ordering::SeqCst).then_some(())
        })
        .await;
        // The server is up.
        trusting.client().flush().await.unwrap();
        assert!(!refusing.is_connected());
    }
}
