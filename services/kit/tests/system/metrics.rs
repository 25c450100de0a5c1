//! Exported metrics of a service on PostgreSQL and NATS.

use std::time::Duration;

use async_trait::async_trait;
use kit::{
    events::{self, Handler, HandlerError, Received},
    service::Service,
};
use proto::order::v1::OrderAbandoned;
use sqlx::PgConnection;
use testkit::{Harness, Scrape, eventually_within};

use crate::DEFINITION;

/// Longer than the sampling interval.
const TIMEOUT: Duration = Duration::from_secs(30);

const SUBJECT: (&str, &str) = ("messaging_destination_name", "storefront.order.abandoned");

/// Accepts the order "good"; fails "bad" as malformed and others as transient.
struct SelectiveHandler;

#[async_trait]
impl Handler for SelectiveHandler {
    type Event = OrderAbandoned;
    const NAME: &'static str = "kit-pick";

    async fn handle(
        &self,
        _: &mut PgConnection,
        event: Received<OrderAbandoned>,
    ) -> Result<(), HandlerError> {
        match event.event.order_id.as_str() {
            "good" => Ok(()),
            "bad" => Err(HandlerError::Malformed("rejected by test".into())),
            _ => Err(HandlerError::Transient("unavailable by test".into())),
        }
    }
}

async fn publish(harness: &Harness, order_id: &str) {
    let mut transaction = kit::database::begin(harness.pool()).await.unwrap();
    let event = OrderAbandoned {
        order_id: order_id.to_owned(),
    };
    events::append(&mut transaction, &event).await.unwrap();
    transaction.commit().await.unwrap();
}

/// Serves and returns the admin address.
async fn serve(harness: &Harness) -> String {
    let service = Service::bind(
        DEFINITION,
        &harness.process_settings(),
        &harness.database_settings(),
    )
    .await
    .unwrap();
    let admin = service.admin_address().to_string();
    harness.serve(service.consumer(SelectiveHandler)).await;
    admin
}

async fn until(what: &str, admin: &str, holds: impl Fn(&Scrape) -> bool) {
    eventually_within(TIMEOUT, what, || async {
        let scrape = Scrape::fetch(admin).await;
        holds(&scrape).then_some(())
    })
    .await;
}

#[tokio::test]
async fn counts_published_and_consumed_events() {
    let harness = Harness::start(DEFINITION).await;
    let admin = serve(&harness).await;
    for order in ["good", "bad", "away"] {
        publish(&harness, order).await;
    }
    until("all are published and delivered", &admin, |scrape| {
        let processed = |kind: &str| {
            scrape.value(
                "messaging_process_duration_seconds_count",
                &[SUBJECT, ("error_type", kind)],
            )
        };
        scrape.value("messaging_client_sent_messages_total", &[SUBJECT]) == Some(3.0)
            && processed("") == Some(1.0)
            && processed("unreadable") == Some(1.0)
            && processed("transient") >= Some(1.0)
            && scrape.value("storefront_consumer_retries_total", &[]) >= Some(1.0)
            && scrape.value("storefront_consumer_dead_letters_total", &[]) == Some(1.0)
    })
    .await;
    until("the dead letter and the lag are sampled", &admin, |scrape| {
        let consumer = [("messaging_consumer_group_name", "kit-pick")];
        scrape.value("storefront_dead_letters", &consumer) == Some(1.0)
            && scrape.value("storefront_consumer_lag", &consumer) == Some(1.0)
    })
    .await;
}

#[tokio::test]
async fn samples_the_outbox_while_nats_is_unavailable() {
    let mut harness = Harness::start(DEFINITION).await;
    let admin = serve(&harness).await;
    until("the outbox is empty", &admin, |scrape| {
        scrape.value("storefront_outbox_events", &[]) == Some(0.0)
            && scrape.value("storefront_bus_connected", &[]) == Some(1.0)
    })
    .await;
    harness.nats().stop().await.unwrap();
    publish(&harness, "good").await;
    until("one event is unpublished", &admin, |scrape| {
        scrape.value("storefront_outbox_events", &[]) == Some(1.0)
            && scrape.value("storefront_outbox_age_seconds", &[]) > Some(0.0)
            && scrape.value("storefront_bus_connected", &[]) == Some(0.0)
            && scrape.value("storefront_database_up", &[("path", "direct")]) == Some(1.0)
    })
    .await;
}

#[tokio::test]
async fn samples_connections_by_state() {
    let harness = Harness::start(DEFINITION).await;
    let admin = serve(&harness).await;
    until("the connections are sampled", &admin, |scrape| {
        [("kit", 10.0), ("kit-background", 5.0)]
            .iter()
            .all(|(pool, max)| {
                let pool = ("db_client_connection_pool_name", *pool);
                scrape.value("db_client_connection_max", &[pool]) == Some(*max)
                    && ["idle", "used"].iter().all(|state| {
                        let labels = [pool, ("db_client_connection_state", *state)];
                        scrape.value("db_client_connection_count", &labels).is_some()
                    })
            })
    })
    .await;
}
