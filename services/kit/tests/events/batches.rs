//! Consumers that handle several events in one transaction.

use super::*;

/// A batched [`Recorder`].
#[derive(Clone, Default)]
struct BatchRecorder(Recorder);

#[async_trait]
impl Handler for BatchRecorder {
    type Event = OrderAbandoned;
    const NAME: &'static str = "kit-note";
    const IS_BATCHED: bool = true;

    async fn handle(
        &self,
        connection: &mut PgConnection,
        event: Received<OrderAbandoned>,
    ) -> Result<(), HandlerError> {
        self.0.handle(connection, event).await
    }
}

async fn deliver(harness: &Harness, order_id: &str) -> kit::domain::EventId {
    let order_id = order_id.to_owned();
    harness.deliver(&OrderAbandoned { order_id }).await
}

/// Starts a batched consumer that handles the event `first` until it is unblocked.
async fn serve_blocked(harness: &Harness) -> Recorder {
    sqlx::query("alter table handled add column transaction xid8 not null default pg_current_xact_id()")
        .execute(harness.pool())
        .await
        .unwrap();
    let handler = Recorder::default();
    handler.is_blocked.store(true, Ordering::SeqCst);
    let service = Service::bind(
        DEFINITION,
        &harness.process_settings(),
        &harness.database_settings(),
    )
    .await
    .unwrap();
    harness
        .serve(service.consumer(BatchRecorder(handler.clone())))
        .await;
    deliver(harness, "first").await;
    eventually("the first event is started", || async {
        (handler.started.load(Ordering::SeqCst) == 1).then_some(())
    })
    .await;
    handler
}

/// Unblocks the first event once the replica has fetched this number of messages, which then form the next batch.
async fn unblock(harness: &Harness, handler: &Recorder, fetched: usize) {
    eventually("the messages are fetched", || async {
        let stream = harness.bus().stream().await.unwrap();
        let info = stream.consumer_info("kit-note").await.unwrap();
        (info.num_ack_pending == fetched).then_some(())
    })
    .await;
    handler.is_blocked.store(false, Ordering::SeqCst);
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
