//! Rebuilding the stream from the outbox, and sweeping old rows.

use super::*;

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
