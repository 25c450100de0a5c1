//! Behavior while NATS, PostgreSQL or a service is down or unresponsive, and recovery afterwards.

use std::time::{Duration, Instant};

use kit::grpc::client::on_behalf_of;
use proto::catalog::v1::{UpdateProductRequest, catalog_service_client::CatalogServiceClient};
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
async fn reads_go_on_and_writes_fail_quickly_while_postgres_is_down_or_unresponsive() {
    let mut shop = Shop::start(ShopOptions {
        durable: true,
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 0, Some(10)).await;
    let leyla = shop.customer("leyla").await;
    let user = leyla.user_id().await;
    eventually_within(
        Duration::from_secs(30),
        "catalog has indexed the product",
        || async {
            let found = leyla.get("products/search?searchTerm=SK-1").await;
            (found.body["totalRecords"] == 1).then_some(())
        },
    )
    .await;

    for outage in ["stopped", "frozen"] {
        assert_eq!(leyla.add_to_cart(product, 1).await.status, 200);
        let frozen = if outage == "stopped" {
            shop.postgres.kill().unwrap();
            None
        } else {
            Some(testkit::freeze(shop.postgres.pid()))
        };
        let details = json!({"name": "Leyla", "lastname": "Quliyeva"});
        // A list and a search that were not asked for before come from the copy of catalog.
        let term = if outage == "stopped" { "wardrobe" } else { "SK" };
        let search = format!("products/search?searchTerm={term}");
        let list = format!(
            "products?page=1&limit=10&sort=rating&maxPrice={}",
            outage.len() * 1_000
        );
        let by_id = format!("products?ids={product}");
        for (method, path, status) in [
            ("get", &*list, 200),
            ("get", &*search, 200),
            ("get", &*by_id, 200),
            ("put", "account/details", 503),
            ("get", "carts/current", 503),
        ] {
            let started = Instant::now();
            let response = match method {
                "get" => leyla.get(path).await,
                _ => leyla.put(path, &details).await,
            };
            assert_eq!(response.status, status, "{outage} {path}: {response:?}");
            assert!(
                started.elapsed() < MAX_LATENCY,
                "{outage} {path}: {:?}",
                started.elapsed()
            );
            let is_marked = response.headers.contains_key("x-stale-since");
            assert_eq!(is_marked, status == 200, "{outage} {path}: {response:?}");
            let asks_to_retry = response.headers.contains_key("retry-after");
            assert_eq!(asks_to_retry, status == 503, "{response:?}");
            if status == 200 {
                assert_eq!(response.body["data"][0]["code"], "SK-1", "{response:?}");
            }
        }
        // So do projects from that of content, here none.
        for path in [
            format!("projects?page=2&limit={}", outage.len()),
            format!("projects/search?searchTerm={term}"),
        ] {
            let response = leyla.get(&path).await;
            assert_eq!(response.status, 200, "{outage} {path}: {response:?}");
            assert_eq!(response.body["data"]["totalRecords"], 0, "{response:?}");
            assert!(
                response.headers.contains_key("x-stale-since"),
                "{outage} {path}: {response:?}"
            );
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

#[tokio::test]
async fn a_stale_price_is_shown_while_catalog_is_down_and_never_ordered() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(10)).await;
    let leyla = shop.customer("leyla").await;
    let user = leyla.user_id().await;
    assert_eq!(leyla.add_to_cart(product, 1).await.status, 200);
    let path = format!("products/{product}");
    assert_eq!(leyla.get(&path).await.body["data"]["price"], 100);

    // The gateway hears of the new price, and cannot ask for it.
    let update = UpdateProductRequest {
        code: "SK-1".to_owned(),
        price_minor: Some(20_000),
        ..UpdateProductRequest::default()
    };
    let update = on_behalf_of(&testkit::caller::staff(), update);
    let mut catalog = CatalogServiceClient::new(shop.client("catalog"));
    catalog.update_product(update).await.unwrap();
    shop.wait_until_idle().await;
    shop.service("catalog").kill().unwrap();
    let stale = eventually_within(Duration::from_secs(30), "the kept product is served", || async {
        let response = leyla.get(&path).await;
        response.headers.contains_key("x-stale-since").then_some(response)
    })
    .await;
    assert_eq!((stale.status, &stale.body["data"]["price"]), (200, &json!(100)));
    assert!(stale.headers.contains_key("age"));
    let unknown = leyla.get("products?page=7&limit=3").await;
    assert_eq!(unknown.status, 503, "{unknown:?}");
    let mut order = Browser::order(&user, &[(product, 1)]);
    order["expectedTotal"] = json!(100);
    assert_eq!(leyla.check_out("key", &order).await.status, 503);

    shop.restart_exited().await;
    let rejected = eventually_within(Duration::from_secs(30), "orders are checked again", || async {
        let response = leyla.check_out("key", &order).await;
        (response.status != 503).then_some(response)
    })
    .await;
    assert_eq!(rejected.status, 409, "{rejected:?}");
    assert_eq!(rejected.body["errors"]["expectedTotal"], "CHECKOUT.PRICE_CHANGED");
    order["expectedTotal"] = json!(200);
    assert_eq!(leyla.check_out("after", &order).await.status, 200);
}
