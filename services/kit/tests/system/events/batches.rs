//! Consumers that handle several events in one transaction.

use async_nats::jetstream::message::PublishMessage;
use kit::{events::dead_letters, settings::DatabaseSettings};
use testkit::{DatabaseProxy, Scrape, eventually_within};
use tokio::{sync::Semaphore, task::JoinHandle};

use super::{
    rejections::{dead_letter_reason, exhaust_rejections, rejections},
    *,
};

/// Permits for all events of a test.
const ALL: usize = 1_000;

/// A batched [`Recorder`] that waits for a permit for each event.
#[derive(Clone)]
struct BatchRecorder {
    recorder: Recorder,
    arrived: Arc<AtomicUsize>,
    permits: Arc<Semaphore>,
}

impl BatchRecorder {
    fn new() -> Self {
        Self {
            recorder: Recorder::default(),
            arrived: Arc::default(),
            permits: Arc::new(Semaphore::new(0)),
        }
    }

    /// Waits until this number of events, handled ones included, has reached the handler.
    async fn wait_for(&self, arrived: usize) {
        eventually("the event is started", || async {
            (self.arrived.load(Ordering::SeqCst) == arrived).then_some(())
        })
        .await;
    }
}

#[async_trait]
impl Handler for BatchRecorder {
    type Event = OrderAbandoned;
    const NAME: &'static str = "kit-note";
    const IS_BATCHED: bool = true;

    fn concerns(&self, event: &OrderAbandoned) -> bool {
        self.recorder.concerns(event)
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        event: Received<OrderAbandoned>,
    ) -> Result<(), HandlerError> {
        self.arrived.fetch_add(1, Ordering::SeqCst);
        self.permits.acquire().await.unwrap().forget();
        self.recorder.handle(connection, event).await
    }
}

/// A replica that a test stops.
struct Replica {
    handler: BatchRecorder,
    stop: CancellationToken,
    running: JoinHandle<anyhow::Result<()>>,
    admin: String,
}

impl Replica {
    async fn start(harness: &Harness, database: DatabaseSettings) -> Self {
        let handler = BatchRecorder::new();
        let service = Service::bind(DEFINITION, &harness.process_settings(), &database)
            .await
            .unwrap()
            .consumer(handler.clone());
        let admin = service.admin_address().to_string();
        let stop = CancellationToken::new();
        let running = tokio::spawn(service.run(stop.clone()));
        eventually("the consumer exists", || async {
            let stream = harness.bus().stream().await.ok()?;
            stream.consumer_info("kit-note").await.ok().map(drop)
        })
        .await;
        Self {
            handler,
            stop,
            running,
            admin,
        }
    }

    async fn stop(self) {
        self.stop.cancel();
        self.running.await.unwrap().unwrap();
    }
}

async fn deliver(harness: &Harness, order_id: &str) -> kit::domain::EventId {
    let order_id = order_id.to_owned();
    harness.deliver(&OrderAbandoned { order_id }).await
}

async fn redeliver(harness: &Harness, id: kit::domain::EventId, order_id: &str) {
    let order_id = order_id.to_owned();
    harness.redeliver(id, &OrderAbandoned { order_id }).await;
}

async fn record_transactions(harness: &Harness) {
    sqlx::query("alter table handled add column transaction xid8 not null default pg_current_xact_id()")
        .execute(harness.pool())
        .await
        .unwrap();
}

/// Starts a batched consumer that handles the event `first` and waits for its permit.
async fn serve_blocked(harness: &Harness) -> BatchRecorder {
    record_transactions(harness).await;
    let handler = BatchRecorder::new();
    let service = Service::bind(
        DEFINITION,
        &harness.process_settings(),
        &harness.database_settings(),
    )
    .await
    .unwrap();
    harness.serve(service.consumer(handler.clone())).await;
    deliver(harness, "first").await;
    handler.wait_for(1).await;
    handler
}

/// Waits until the replicas have fetched this number of messages.
async fn wait_until_fetched(harness: &Harness, fetched: usize) {
    eventually("the messages are fetched", || async {
        let stream = harness.bus().stream().await.unwrap();
        let info = stream.consumer_info("kit-note").await.unwrap();
        (info.num_ack_pending == fetched).then_some(())
    })
    .await;
}

/// Unblocks the first event once the replica has fetched this number of messages, which then form the next batch.
async fn unblock(harness: &Harness, handler: &BatchRecorder, fetched: usize) {
    wait_until_fetched(harness, fetched).await;
    handler.permits.add_permits(ALL);
}

async fn transactions(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select count(distinct transaction) from handled where order_id <> 'first'")
        .fetch_one(pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn handles_waiting_events_in_one_transaction() {
    let harness = harness().await;
    let handler = serve_blocked(&harness).await;
    for order in ["a", "b", "c", "d", "e", "f"] {
        deliver(&harness, order).await;
    }
    unblock(&harness, &handler, 7).await;
    harness.wait_until_idle().await;
    assert_eq!(
        handled_orders(harness.pool()).await,
        ["a", "b", "c", "d", "e", "f", "first"]
    );
    assert!(transactions(harness.pool()).await < 6);
}

#[tokio::test]
async fn leaves_events_without_an_effect_out_of_a_batch() {
    let harness = harness().await;
    let handler = serve_blocked(&harness).await;
    for order in ["a", UNCONCERNED, "b"] {
        deliver(&harness, order).await;
    }
    unblock(&harness, &handler, 4).await;
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a", "b", "first"]);
    assert_eq!(inbox_rows(harness.pool()).await, 3);
}

#[tokio::test]
async fn panic_in_a_batch_rejects_one_event_and_keeps_the_others() {
    let harness = harness().await;
    let handler = serve_blocked(&harness).await;
    for order in ["a", POISON, "b"] {
        deliver(&harness, order).await;
    }
    unblock(&harness, &handler, 4).await;
    assert_eq!(rejections(harness.pool()).await, 1);
    exhaust_rejections(harness.pool()).await;
    let reason = dead_letter_reason(harness.pool()).await;
    assert!(reason.contains("the handler panics"), "{reason}");
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a", "b", "first"]);
    assert_eq!(dead_letters::list(harness.pool()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn handles_a_duplicate_in_a_batch_once() {
    let harness = harness().await;
    let handler = serve_blocked(&harness).await;
    let event = OrderAbandoned {
        order_id: "a".to_owned(),
    };
    let id = harness.deliver(&event).await;
    harness.redeliver(id, &event).await;
    deliver(&harness, "b").await;
    unblock(&harness, &handler, 4).await;
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a", "b", "first"]);
}

#[tokio::test]
async fn rejection_in_a_batch_dead_letters_only_its_event() {
    let harness = harness().await;
    let handler = serve_blocked(&harness).await;
    deliver(&harness, "a").await;
    // No `OrderAbandoned` starts with this byte.
    harness
        .bus()
        .context()
        .send_publish(
            OrderAbandoned::SUBJECT,
            PublishMessage::build()
                .message_id(kit::domain::EventId::generate().to_string())
                .payload([0xff].as_slice().into()),
        )
        .await
        .unwrap()
        .await
        .unwrap();
    deliver(&harness, "b").await;
    unblock(&harness, &handler, 4).await;
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a", "b", "first"]);
    let letters = dead_letters::list(harness.pool()).await.unwrap();
    assert_eq!(letters.len(), 1);
    assert!(
        letters[0].reason.starts_with("malformed"),
        "{}",
        letters[0].reason
    );
}

#[tokio::test]
async fn handles_only_the_new_events_of_a_redelivered_batch() {
    let harness = harness().await;
    let handler = serve_blocked(&harness).await;
    let (a, b) = (deliver(&harness, "a").await, deliver(&harness, "b").await);
    unblock(&harness, &handler, 3).await;
    harness.wait_until_idle().await;

    // As after a crash between the commit and the acks: first a part of a batch, then all of it.
    handler.permits.forget_permits(ALL);
    deliver(&harness, "second").await;
    handler.wait_for(4).await;
    redeliver(&harness, a, "a").await;
    deliver(&harness, "c").await;
    redeliver(&harness, b, "b").await;
    deliver(&harness, "d").await;
    unblock(&harness, &handler, 5).await;
    harness.wait_until_idle().await;
    redeliver(&harness, a, "a").await;
    redeliver(&harness, b, "b").await;
    harness.wait_until_idle().await;
    assert_eq!(
        handled_orders(harness.pool()).await,
        ["a", "b", "c", "d", "first", "second"]
    );
    assert_eq!(handler.arrived.load(Ordering::SeqCst), 6);
}

#[tokio::test]
async fn batch_without_acks_has_its_effect_once() {
    let mut harness = harness().await;
    let handler = serve_blocked(&harness).await;
    let ids = [
        ("a", deliver(&harness, "a").await),
        ("b", deliver(&harness, "b").await),
    ];
    wait_until_fetched(&harness, 3).await;
    // The transaction commits while no ack arrives.
    handler.permits.add_permits(1);
    handler.wait_for(2).await;
    harness.nats().kill().unwrap();
    handler.permits.add_permits(ALL);
    eventually("the batch is committed", || async {
        (handled_orders(harness.pool()).await.len() == 3).then_some(())
    })
    .await;
    harness.nats().restart().await.unwrap();
    for (order, id) in ids {
        redeliver(&harness, id, order).await;
    }
    eventually_within(Duration::from_mins(1), "all are acked", || async {
        let stream = harness.bus().stream().await.ok()?;
        let info = stream.consumer_info("kit-note").await.ok()?;
        (info.num_pending == 0 && info.num_ack_pending == 0).then_some(())
    })
    .await;
    assert_eq!(handled_orders(harness.pool()).await, ["a", "b", "first"]);
}

#[tokio::test]
async fn stopping_finishes_a_started_batch() {
    let harness = harness().await;
    record_transactions(&harness).await;
    let replica = Replica::start(&harness, harness.database_settings()).await;
    let handler = replica.handler.clone();
    deliver(&harness, "first").await;
    handler.wait_for(1).await;
    for order in ["a", "b", "c"] {
        deliver(&harness, order).await;
    }
    wait_until_fetched(&harness, 4).await;
    handler.permits.add_permits(1);
    handler.wait_for(2).await;
    replica.stop.cancel();
    deliver(&harness, "d").await;
    handler.permits.add_permits(ALL);
    replica.stop().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a", "b", "c", "first"]);
    assert_eq!(transactions(harness.pool()).await, 1);

    let next = Replica::start(&harness, harness.database_settings()).await;
    next.handler.permits.add_permits(ALL);
    harness.wait_until_idle().await;
    assert_eq!(
        handled_orders(harness.pool()).await,
        ["a", "b", "c", "d", "first"]
    );
}

#[tokio::test]
async fn lost_connections_in_a_batch_delay_its_events() {
    let harness = harness().await;
    let handler = serve_blocked(&harness).await;
    for order in ["a", "b", "c"] {
        deliver(&harness, order).await;
    }
    wait_until_fetched(&harness, 4).await;
    handler.permits.add_permits(1);
    handler.wait_for(2).await;
    sqlx::query(
        "select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'kit-background'",
    )
    .execute(harness.pool())
    .await
    .unwrap();
    handler.permits.add_permits(ALL);
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a", "b", "c", "first"]);
    assert_eq!(dead_letters::list(harness.pool()).await.unwrap().len(), 0);
}

#[tokio::test]
async fn outage_in_a_batch_naks_its_events_at_the_first_failed_begin() {
    const EVENTS: usize = 31;
    let harness = harness().await;
    let proxy = DatabaseProxy::start(&harness.database_settings().postgres_url).await;
    let database = DatabaseSettings {
        postgres_url: proxy.url().clone(),
        ..harness.database_settings()
    };
    let replica = Replica::start(&harness, database).await;
    let handler = replica.handler.clone();
    deliver(&harness, "first").await;
    handler.wait_for(1).await;
    for number in 0..EVENTS {
        deliver(&harness, &format!("{number:02}")).await;
    }
    wait_until_fetched(&harness, EVENTS + 1).await;
    handler.permits.add_permits(1);
    handler.wait_for(2).await;
    drop(proxy);
    handler.permits.add_permits(ALL);
    // Each failed attempt to begin lasts 5 s, and four are made concurrently.
    eventually_within(
        Duration::from_secs(20),
        "all events of the batch are returned",
        || async {
            let scrape = Scrape::fetch(&replica.admin).await;
            let consumer = [("messaging_consumer_group_name", "kit-note")];
            let retries = scrape.value("storefront_consumer_retries_total", &consumer)?;
            (retries >= f64::from(u32::try_from(EVENTS).unwrap())).then_some(())
        },
    )
    .await;
    assert_eq!(handled_orders(harness.pool()).await, ["first"]);
    replica.stop().await;

    let next = Replica::start(&harness, harness.database_settings()).await;
    next.handler.permits.add_permits(ALL);
    eventually_within(Duration::from_mins(1), "all events are handled", || async {
        (handled_orders(harness.pool()).await.len() == EVENTS + 1).then_some(())
    })
    .await;
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await.len(), EVENTS + 1);
}
