//! Behavior while NATS, PostgreSQL or a service is down or unresponsive, and recovery afterwards.

use std::time::{Duration, Instant};

use serde_json::json;
use testkit::{Browser, Shop, ShopOptions, eventually_within};

/// Maximum time to a 503 response.
const MAX_LATENCY: Duration = Duration::from_secs(2);

async fn place_order(shop: &Shop, browser: &Browser, product: i64, key: &str) {
    assert_eq!(browser.add_to_cart(product, 1).await.status, 200);
    let order = Browser::order(&browser.user_id().await, &[(product, 1)]);
    let response = browser.check_out(key, &order).await;
    assert_eq!(response.status, 200, "{response:?}\n{}", shop.log_tail("order"));
}

#[tokio::test]
async fn accepts_orders_while_nats_is_down_or_unresponsive() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(10)).await;
    let leyla = shop.customer("leyla").await;

    shop.nats.kill().unwrap();
    place_order(&shop, &leyla, product, "stopped").await;
    shop.nats.restart().await.unwrap();
    shop.wait_until_idle_within(Duration::from_mins(1)).await;
    shop.wait_until_cart_is_empty(&leyla).await;

    let frozen = testkit::freeze(shop.nats.pid());
    place_order(&shop, &leyla, product, "frozen").await;
    drop(frozen);
    shop.wait_until_idle_within(Duration::from_mins(1)).await;
    shop.wait_until_cart_is_empty(&leyla).await;
}

#[tokio::test]
async fn returns_503_quickly_while_postgres_is_down_or_unresponsive() {
    let mut shop = Shop::start(ShopOptions {
        durable: true,
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 0, Some(10)).await;
    let leyla = shop.customer("leyla").await;
    let user = leyla.user_id().await;

    for outage in ["stopped", "frozen"] {
        assert_eq!(leyla.add_to_cart(product, 1).await.status, 200);
        let frozen = if outage == "stopped" {
            shop.postgres.kill().unwrap();
            None
        } else {
            Some(testkit::freeze(shop.postgres.pid()))
        };
        let details = json!({"name": "Leyla", "lastname": "Quliyeva"});
        for (method, path) in [
            ("get", "products?page=1&limit=10&sort=rating"),
            ("put", "account/details"),
        ] {
            let started = Instant::now();
            let response = match method {
                "get" => leyla.get(path).await,
                _ => leyla.put(path, &details).await,
            };
            assert_eq!(response.status, 503, "{outage} {path}: {response:?}");
            assert!(
                started.elapsed() < MAX_LATENCY,
                "{outage} {path}: {:?}",
                started.elapsed()
            );
            assert!(response.headers.contains_key("retry-after"), "{response:?}");
        }
        let started = Instant::now();
        let response = leyla
            .check_out(outage, &Browser::order(&user, &[(product, 1)]))
            .await;
        assert_eq!(response.status, 503, "{outage} orders: {response:?}");
        assert!(
            started.elapsed() < MAX_LATENCY,
            "{outage} orders: {:?}",
            started.elapsed()
        );

        drop(frozen);
        if outage == "stopped" {
            shop.postgres.restart().await.unwrap();
        }
        let order = Browser::order(&user, &[(product, 1)]);
        eventually_within(Duration::from_secs(30), "orders are accepted again", || async {
            (leyla.check_out(outage, &order).await.status == 200).then_some(())
        })
        .await;
    }
    shop.wait_until_idle_within(Duration::from_mins(1)).await;
    assert_eq!(leyla.get("account/orders").await.body["totalRecords"], 2);
}

#[tokio::test]
async fn cart_handles_events_after_eight_days_offline() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;
    let leyla = shop.customer("leyla").await;
    assert_eq!(leyla.add_to_cart(product, 1).await.status, 200);
    // The event waits until the cart is down.
    shop.nats.kill().unwrap();
    let response = leyla
        .check_out("key", &Browser::order(&leyla.user_id().await, &[(product, 1)]))
        .await;
    assert_eq!(response.status, 200, "{response:?}");
    shop.service("cart").kill().unwrap();
    shop.nats.restart().await.unwrap();
    eventually_within(Duration::from_secs(30), "the event is published", || async {
        let waiting: i64 = sqlx::query_scalar("select count(*) from outbox where published_at is null")
            .fetch_one(&shop.database("order"))
            .await
            .unwrap();
        (waiting == 0).then_some(())
    })
    .await;
    // Ages the outbox rows by eight days.
    sqlx::query("update outbox set created_at = created_at - interval '8 days', published_at = published_at - interval '8 days'")
        .execute(&shop.database("order"))
        .await
        .unwrap();
    shop.restart_exited().await;
    shop.wait_until_idle().await;
    shop.wait_until_cart_is_empty(&leyla).await;
}
