//! Events on a real PostgreSQL and a real NATS: nothing is lost, nothing has its effect twice.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

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
    events::{self, Handler, HandlerError, Received, dead_letters},
    service::{Definition, Service},
};
use proto::{
    event::Event as _,
    order::v1::{OrderAbandoned, OrderCancelled},
};
use sqlx::{PgConnection, PgPool, migrate::Migrator};
use testkit::{Bench, eventually};
use tokio_util::sync::CancellationToken;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

const DEFINITION: Definition = Definition {
    name: "kit",
    migrations: &NO_MIGRATIONS,
};

/// Notes what it heard, unless it was told to refuse, and not before it may go on.
#[derive(Clone, Default)]
struct Noting {
    refuses: Arc<AtomicBool>,
    is_held: Arc<AtomicBool>,
    begun: Arc<AtomicUsize>,
}

#[async_trait]
impl Handler for Noting {
    type Event = OrderAbandoned;
    const NAME: &'static str = "kit-note";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        event: Received<OrderAbandoned>,
    ) -> Result<(), HandlerError> {
        if self.refuses.load(Ordering::SeqCst) {
            return Err(HandlerError::Malformed("told to refuse".into()));
        }
        self.begun.fetch_add(1, Ordering::SeqCst);
        while self.is_held.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        sqlx::query("insert into noted (order_id) values ($1)")
            .bind(event.event.order_id)
            .execute(connection)
            .await?;
        Ok(())
    }
}

async fn bench() -> Bench {
    let bench = Bench::start(DEFINITION).await;
    sqlx::query("create table noted (order_id text not null)")
        .execute(bench.pool())
        .await
        .unwrap();
    bench
}

async fn serve(bench: &Bench, handler: Noting) {
    let service = Service::bind(DEFINITION, &bench.process(), &bench.database())
        .await
        .unwrap();
    bench.serve(service.consumer(handler)).await;
}

async fn publish(pool: &PgPool, order_id: &str) {
    let mut transaction = pool.begin().await.unwrap();
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

async fn noted(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar("select order_id from noted order by order_id")
        .fetch_all(pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn what_was_committed_is_heard_and_what_was_not_is_not() {
    let bench = bench().await;
    serve(&bench, Noting::default()).await;
    publish(bench.pool(), "a").await;
    let mut transaction = bench.pool().begin().await.unwrap();
    events::append(
        &mut transaction,
        &OrderAbandoned {
            order_id: "b".to_owned(),
        },
    )
    .await
    .unwrap();
    transaction.rollback().await.unwrap();
    bench.settle().await;
    assert_eq!(noted(bench.pool()).await, ["a"]);
}

#[tokio::test]
async fn an_event_that_comes_twice_has_effect_once() {
    let bench = bench().await;
    serve(&bench, Noting::default()).await;
    let event = OrderAbandoned {
        order_id: "a".to_owned(),
    };
    let id = bench.deliver(&event).await;
    bench.settle().await;
    bench.deliver_again(id, &event).await;
    bench.settle().await;
    let stored = bench
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
        "the stream's own guard dropped the second, the inbox was not asked"
    );
    assert_eq!(noted(bench.pool()).await, ["a"]);
}

#[tokio::test]
async fn other_subjects_are_not_heard() {
    let bench = bench().await;
    serve(&bench, Noting::default()).await;
    bench
        .deliver(&OrderCancelled {
            order_id: "a".to_owned(),
            ..OrderCancelled::default()
        })
        .await;
    bench
        .deliver(&OrderAbandoned {
            order_id: "b".to_owned(),
        })
        .await;
    bench.settle().await;
    assert_eq!(noted(bench.pool()).await, ["b"]);
}

#[tokio::test]
async fn events_wait_in_the_outbox_while_nats_is_away() {
    let mut bench = bench().await;
    serve(&bench, Noting::default()).await;
    bench.nats().kill().unwrap();
    publish(bench.pool(), "a").await;
    bench.nats().restart().await.unwrap();
    bench.settle().await;
    assert_eq!(noted(bench.pool()).await, ["a"]);
}

#[tokio::test]
async fn a_deleted_stream_is_made_again_and_republished_events_are_known() {
    let bench = bench().await;
    serve(&bench, Noting::default()).await;
    publish(bench.pool(), "a").await;
    bench.settle().await;
    bench
        .bus()
        .context()
        .delete_stream(events::bus::STREAM)
        .await
        .unwrap();
    publish(bench.pool(), "b").await;
    events::relay::republish(bench.pool()).await.unwrap();
    eventually("both are heard", || async {
        (noted(bench.pool()).await.len() >= 2).then_some(())
    })
    .await;
    bench.settle().await;
    assert_eq!(noted(bench.pool()).await, ["a", "b"]);
}

#[tokio::test]
async fn what_can_never_succeed_is_set_aside_and_can_be_replayed() {
    let bench = bench().await;
    let handler = Noting::default();
    handler.refuses.store(true, Ordering::SeqCst);
    serve(&bench, handler.clone()).await;
    let id = bench
        .deliver(&OrderAbandoned {
            order_id: "a".to_owned(),
        })
        .await;
    let letters = eventually("it is set aside", || async {
        let letters = dead_letters::list(bench.pool()).await.unwrap();
        (!letters.is_empty()).then_some(letters)
    })
    .await;
    assert_eq!(letters[0].event_id, id);
    assert!(
        letters[0].reason.contains("told to refuse"),
        "{}",
        letters[0].reason
    );
    bench.settle().await;

    handler.refuses.store(false, Ordering::SeqCst);
    assert_eq!(
        dead_letters::request_replay(bench.pool(), Some(id))
            .await
            .unwrap(),
        1
    );
    testkit::eventually_within(Duration::from_secs(20), "it is replayed", || async {
        dead_letters::list(bench.pool())
            .await
            .unwrap()
            .is_empty()
            .then_some(())
    })
    .await;
    assert_eq!(noted(bench.pool()).await, ["a"]);
}

#[tokio::test]
async fn a_consumer_of_an_older_version_takes_the_new_settings_over_and_keeps_its_place() {
    let bench = bench().await;
    let handler = Noting::default();
    let older = pull::Config {
        durable_name: Some("kit-note".to_owned()),
        filter_subject: OrderAbandoned::SUBJECT.to_owned(),
        ack_wait: Duration::from_mins(10),
        ..pull::Config::default()
    };
    let stream = bench.bus().stream().await.unwrap();
    let mut durable = stream.create_consumer(older).await.unwrap();
    bench
        .deliver(&OrderAbandoned {
            order_id: "a".to_owned(),
        })
        .await;
    let mut heard = durable.fetch().max_messages(1).messages().await.unwrap();
    heard.next().await.unwrap().unwrap().double_ack().await.unwrap();

    serve(&bench, handler).await;
    publish(bench.pool(), "b").await;
    bench.settle().await;
    assert!(durable.info().await.unwrap().config.ack_wait < Duration::from_mins(1));
    assert_eq!(noted(bench.pool()).await, ["b"]);
}

#[tokio::test]
async fn who_stops_finishes_what_was_begun_and_hands_back_what_was_not() {
    let bench = bench().await;
    let leaving = Noting::default();
    leaving.is_held.store(true, Ordering::SeqCst);
    let service = Service::bind(DEFINITION, &bench.process(), &bench.database())
        .await
        .unwrap()
        .consumer(leaving.clone());
    let stop = CancellationToken::new();
    let running = tokio::spawn(service.run(stop.clone()));
    eventually("the consumer is there", || async {
        let stream = bench.bus().stream().await.ok()?;
        stream.consumer_info("kit-note").await.ok().map(drop)
    })
    .await;
    for number in 0..8 {
        publish(bench.pool(), &format!("{number:02}")).await;
    }
    eventually("all are fetched", || async {
        let stream = bench.bus().stream().await.ok()?;
        let info = stream.consumer_info("kit-note").await.ok()?;
        (info.num_ack_pending == 8 && leaving.begun.load(Ordering::SeqCst) > 0).then_some(())
    })
    .await;

    stop.cancel();
    leaving.is_held.store(false, Ordering::SeqCst);
    running.await.unwrap().unwrap();
    let begun = leaving.begun.load(Ordering::SeqCst);
    assert!(begun < 8, "nothing was left to hand back");
    assert_eq!(noted(bench.pool()).await.len(), begun);

    // Long before JetStream takes those for lost that nobody has answered for.
    let staying = Noting::default();
    serve(&bench, staying.clone()).await;
    bench.settle().await;
    assert_eq!(noted(bench.pool()).await.len(), 8);
    assert_eq!(staying.begun.load(Ordering::SeqCst), 8 - begun);
}

#[tokio::test]
async fn a_consumer_that_was_off_for_eight_days_loses_nothing() {
    let bench = bench().await;
    let sender = Service::bind(DEFINITION, &bench.process(), &bench.database())
        .await
        .unwrap();
    bench.serve(sender).await;
    publish(bench.pool(), "a").await;
    bench.settle().await;
    sqlx::query("update outbox set created_at = created_at - interval '8 days', published_at = published_at - interval '8 days'")
        .execute(bench.pool())
        .await
        .unwrap();
    events::relay::sweep(bench.pool()).await.unwrap();
    // The bus is lost on top: what PostgreSQL still has is enough.
    bench
        .bus()
        .context()
        .delete_stream(events::bus::STREAM)
        .await
        .unwrap();
    assert_eq!(events::relay::republish(bench.pool()).await.unwrap(), 1);

    serve(&bench, Noting::default()).await;
    eventually("it is heard", || async {
        (!noted(bench.pool()).await.is_empty()).then_some(())
    })
    .await;
    bench.settle().await;
    assert_eq!(noted(bench.pool()).await, ["a"]);
}
