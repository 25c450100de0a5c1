//! Malformed and rejected events, dead letters and their replay.

use async_nats::jetstream::AckKind;
use kit::events::dead_letters;

use super::*;

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
pub(super) async fn rejections(pool: &PgPool) -> i32 {
    eventually("a rejection is counted", || async {
        sqlx::query_scalar("select rejections from event_rejection where consumer = 'kit-note'")
            .fetch_optional(pool)
            .await
            .unwrap()
    })
    .await
}

/// Counts rejections as earlier deliveries would, so that the next one is the last.
pub(super) async fn exhaust_rejections(pool: &PgPool) {
    sqlx::query("update event_rejection set rejections = 4")
        .execute(pool)
        .await
        .unwrap();
}

pub(super) async fn dead_letter_reason(pool: &PgPool) -> String {
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
