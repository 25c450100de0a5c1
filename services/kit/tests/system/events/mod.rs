//! Delivery of events on PostgreSQL and NATS.

mod batches;
mod cluster;
mod delays;
mod rejections;
mod republication;
mod stream;
mod tls;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_nats::jetstream::consumer::pull;
use async_trait::async_trait;
use futures::StreamExt as _;
use kit::{
    events::{self, Handler, HandlerError, Received},
    service::Service,
};
use proto::{
    event::Event as _,
    order::v1::{OrderAbandoned, OrderCancelled},
};
use sqlx::{PgConnection, PgPool};
use testkit::{Harness, eventually};
use tokio_util::sync::CancellationToken;

use crate::DEFINITION;

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
    // Waits for the event, of which the consumer may not know yet.
    let mut messages = durable.batch().max_messages(1).messages().await.unwrap();
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
