//! Events that are published after a delay, unless they are withdrawn.

use super::*;

async fn append_delayed(pool: &PgPool, order_id: &str) -> kit::domain::EventId {
    let mut transaction = kit::database::begin(pool).await.unwrap();
    let event = OrderAbandoned {
        order_id: order_id.to_owned(),
    };
    let id = events::append_delayed(&mut transaction, &event, Duration::from_hours(1))
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    id
}

async fn unpublished(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select count(*) from outbox where published_at is null")
        .fetch_one(pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn publishes_a_delayed_event_when_it_is_due_after_the_process_has_died() {
    let harness = harness().await;
    // No relay runs yet, as after a crash.
    append_delayed(harness.pool(), "a").await;
    publish(harness.pool(), "b").await;
    serve(&harness, Recorder::default()).await;
    eventually("the event without a delay is handled", || async {
        (handled_orders(harness.pool()).await == ["b"]).then_some(())
    })
    .await;
    assert_eq!(unpublished(harness.pool()).await, 1);
    assert_eq!(events::relay::backlog(harness.pool()).await.unwrap().events, 0);
    sqlx::query("update outbox set not_before = now()")
        .execute(harness.pool())
        .await
        .unwrap();
    harness.wait_until_idle().await;
    assert_eq!(handled_orders(harness.pool()).await, ["a", "b"]);
}

#[tokio::test]
async fn withdraws_an_event_only_before_it_is_published() {
    let harness = harness().await;
    serve(&harness, Recorder::default()).await;
    let withdrawn = append_delayed(harness.pool(), "a").await;
    let released = append_delayed(harness.pool(), "b").await;
    let mut transaction = kit::database::begin(harness.pool()).await.unwrap();
    assert!(events::withdraw(&mut transaction, withdrawn).await.unwrap());
    assert!(!events::withdraw(&mut transaction, withdrawn).await.unwrap());
    events::publish_now(&mut transaction, released).await.unwrap();
    transaction.commit().await.unwrap();
    harness.wait_until_idle().await;
    let mut transaction = kit::database::begin(harness.pool()).await.unwrap();
    assert!(!events::withdraw(&mut transaction, released).await.unwrap());
    assert_eq!(handled_orders(harness.pool()).await, ["b"]);
}
