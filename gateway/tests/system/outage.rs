//! Parts that are away or frozen: what can go on goes on, the rest is told quickly, and nobody needs to help.

use std::time::{Duration, Instant};

use serde_json::json;
use testkit::{Browser, Shop, ShopOptions, eventually_within};

/// The longest that a browser waits for "not now".
const QUICK: Duration = Duration::from_secs(2);

async fn order(shop: &Shop, browser: &Browser, product: i64, key: &str) {
    assert_eq!(browser.add_to_cart(product, 1).await.status, 200);
    let order = Browser::order(&browser.user_id().await, &[(product, 1)]);
    let answer = browser.check_out(key, &order).await;
    assert_eq!(answer.status, 200, "{answer:?}\n{}", shop.log_tail("order"));
}

#[tokio::test]
async fn orders_are_taken_while_nats_is_away_or_frozen() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(10)).await;
    let leyla = shop.customer("leyla").await;

    shop.nats.kill().unwrap();
    order(&shop, &leyla, product, "stopped").await;
    shop.nats.restart().await.unwrap();
    shop.wait_until_idle_within(Duration::from_mins(1)).await;
    shop.wait_until_cart_is_empty(&leyla).await;

    let frozen = testkit::freeze(shop.nats.pid());
    order(&shop, &leyla, product, "frozen").await;
    drop(frozen);
    shop.wait_until_idle_within(Duration::from_mins(1)).await;
    shop.wait_until_cart_is_empty(&leyla).await;
}

#[tokio::test]
async fn a_database_that_is_away_or_frozen_is_told_quickly() {
    let mut shop = Shop::start(ShopOptions {
        durable: true,
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 0, Some(10)).await;
    let leyla = shop.customer("leyla").await;
    let user = leyla.user_id().await;

    for way in ["stopped", "frozen"] {
        let frozen = if way == "stopped" {
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
            let asked = Instant::now();
            let answer = match method {
                "get" => leyla.get(path).await,
                _ => leyla.put(path, &details).await,
            };
            assert_eq!(answer.status, 503, "{way} {path}: {answer:?}");
            assert!(asked.elapsed() < QUICK, "{way} {path}: {:?}", asked.elapsed());
            assert!(answer.headers.contains_key("retry-after"), "{answer:?}");
        }
        let asked = Instant::now();
        let answer = leyla
            .check_out(way, &Browser::order(&user, &[(product, 1)]))
            .await;
        assert_eq!(answer.status, 503, "{way} orders: {answer:?}");
        assert!(asked.elapsed() < QUICK, "{way} orders: {:?}", asked.elapsed());

        drop(frozen);
        if way == "stopped" {
            shop.postgres.restart().await.unwrap();
        }
        let order = Browser::order(&user, &[(product, 1)]);
        eventually_within(Duration::from_secs(30), "orders are taken again", || async {
            (leyla.check_out(way, &order).await.status == 200).then_some(())
        })
        .await;
    }
    shop.wait_until_idle_within(Duration::from_mins(1)).await;
    assert_eq!(leyla.get("account/orders").await.body["totalRecords"], 2);
}

#[tokio::test]
async fn a_cart_that_slept_catches_up() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;
    let leyla = shop.customer("leyla").await;
    assert_eq!(leyla.add_to_cart(product, 1).await.status, 200);
    shop.service("cart").kill().unwrap();
    let answer = leyla
        .check_out("key", &Browser::order(&leyla.user_id().await, &[(product, 1)]))
        .await;
    assert_eq!(answer.status, 200, "{answer:?}");
    // Eight days pass, as far as the rows know.
    sqlx::query("update outbox set created_at = created_at - interval '8 days', published_at = published_at - interval '8 days'")
        .execute(&shop.database("order"))
        .await
        .unwrap();
    shop.restart_exited().await;
    shop.wait_until_idle().await;
    shop.wait_until_cart_is_empty(&leyla).await;
}
