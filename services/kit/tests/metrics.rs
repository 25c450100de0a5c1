//! What a service measures, on a real PostgreSQL, NATS and network, as Prometheus reads it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::time::Duration;

use async_trait::async_trait;
use kit::{
    events::{self, Handler, HandlerError, Received},
    service::{Definition, Service},
};
use proto::order::v1::OrderAbandoned;
use sqlx::{PgConnection, migrate::Migrator};
use testkit::{Bench, Scrape, eventually_within};

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

const DEFINITION: Definition = Definition {
    name: "kit",
    migrations: &NO_MIGRATIONS,
};

/// What is looked at every five seconds is seen by then.
const PATIENCE: Duration = Duration::from_secs(30);

const SUBJECT: (&str, &str) = ("messaging_destination_name", "storefront.order.abandoned");

/// Reads the order "good", refuses "bad" for ever, and "away" for now.
struct Picky;

#[async_trait]
impl Handler for Picky {
    type Event = OrderAbandoned;
    const NAME: &'static str = "kit-pick";

    async fn handle(
        &self,
        _: &mut PgConnection,
        event: Received<OrderAbandoned>,
    ) -> Result<(), HandlerError> {
        match event.event.order_id.as_str() {
            "good" => Ok(()),
            "bad" => Err(HandlerError::Malformed("told to refuse".into())),
            _ => Err(HandlerError::Transient("told to wait".into())),
        }
    }
}

async fn publish(bench: &Bench, order_id: &str) {
    let mut transaction = bench.pool().begin().await.unwrap();
    let event = OrderAbandoned {
        order_id: order_id.to_owned(),
    };
    events::append(&mut transaction, &event).await.unwrap();
    transaction.commit().await.unwrap();
}

/// Serves, and answers where operators ask.
async fn serve(bench: &Bench) -> String {
    let service = Service::bind(DEFINITION, &bench.process(), &bench.database())
        .await
        .unwrap();
    let admin = service.admin_address().to_string();
    bench.serve(service.consumer(Picky)).await;
    admin
}

async fn until(what: &str, admin: &str, holds: impl Fn(&Scrape) -> bool) {
    eventually_within(PATIENCE, what, || async {
        let scrape = Scrape::of(admin).await;
        holds(&scrape).then_some(())
    })
    .await;
}

#[tokio::test]
async fn events_are_counted_as_they_go_and_come() {
    let bench = Bench::start(DEFINITION).await;
    let admin = serve(&bench).await;
    for order in ["good", "bad", "away"] {
        publish(&bench, order).await;
    }
    until("all were sent and heard", &admin, |scrape| {
        let handled = |kind: &str| {
            scrape.value(
                "messaging_process_duration_seconds_count",
                &[SUBJECT, ("error_type", kind)],
            )
        };
        scrape.value("messaging_client_sent_messages_total", &[SUBJECT]) == Some(3.0)
            && handled("") == Some(1.0)
            && handled("unreadable") == Some(1.0)
            && handled("transient") >= Some(1.0)
            && scrape.value("storefront_consumer_retries_total", &[]) >= Some(1.0)
            && scrape.value("storefront_consumer_dead_letters_total", &[]) == Some(1.0)
    })
    .await;
    until("the letter and the event that waits are seen", &admin, |scrape| {
        let consumer = [("messaging_consumer_group_name", "kit-pick")];
        scrape.value("storefront_dead_letters", &consumer) == Some(1.0)
            && scrape.value("storefront_consumer_lag", &consumer) == Some(1.0)
    })
    .await;
}

#[tokio::test]
async fn the_outbox_is_seen_to_wait_while_nats_is_away() {
    let mut bench = Bench::start(DEFINITION).await;
    let admin = serve(&bench).await;
    until("nothing waits", &admin, |scrape| {
        scrape.value("storefront_outbox_events", &[]) == Some(0.0)
            && scrape.value("storefront_bus_connected", &[]) == Some(1.0)
    })
    .await;
    bench.nats().stop().await.unwrap();
    publish(&bench, "good").await;
    until("one waits", &admin, |scrape| {
        scrape.value("storefront_outbox_events", &[]) == Some(1.0)
            && scrape.value("storefront_outbox_age_seconds", &[]) > Some(0.0)
            && scrape.value("storefront_bus_connected", &[]) == Some(0.0)
    })
    .await;
}

#[tokio::test]
async fn connections_are_counted_by_their_state() {
    let bench = Bench::start(DEFINITION).await;
    let admin = serve(&bench).await;
    until("they are counted", &admin, |scrape| {
        let pool = ("db_client_connection_pool_name", "kit");
        scrape.value("db_client_connection_max", &[pool]) == Some(10.0)
            && ["idle", "used"].iter().all(|state| {
                scrape
                    .value(
                        "db_client_connection_count",
                        &[pool, ("db_client_connection_state", state)],
                    )
                    .is_some()
            })
    })
    .await;
}
