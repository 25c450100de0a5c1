//! Kills every process twice while customers place a hundred orders.
//!
//! A separate test binary, so that no other test runs in parallel.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]
#![expect(
    clippy::indexing_slicing,
    reason = "indexing a JSON value without the key returns null, which fails the assertion"
)]

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, Shop, ShopOptions, eventually_within, retry_until_available};

const CUSTOMERS: usize = 10;
const ORDERS_PER_CUSTOMER: usize = 10;
const STOCK: i64 = 1_000;

/// Timeout of one step, including retries.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Returns the lines of a cart as product id and quantity.
fn lines(cart: &ApiResponse) -> Vec<(i64, u32)> {
    let items = cart.body["data"]["cartItems"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    items
        .iter()
        .map(|item| {
            (
                item["productId"].as_i64().unwrap(),
                u32::try_from(item["quantity"].as_u64().unwrap()).unwrap(),
            )
        })
        .collect()
}

/// Places orders one after the other; returns the ids of acknowledged orders and their number of pieces.
async fn place_orders(
    browser: Browser,
    user: String,
    product: i64,
    acknowledged: Arc<AtomicUsize>,
) -> (Vec<String>, i64) {
    let (mut ids, mut pieces) = (Vec::new(), 0);
    let empty = json!({});
    for number in 0..ORDERS_PER_CUSTOMER {
        let cart =
            retry_until_available("the cart is created", || browser.post("carts/create", &empty)).await;
        let item = json!({"cartId": cart.body["data"]["id"], "productId": product, "quantity": 1});
        let added =
            retry_until_available("the item is added", || browser.post("carts/add-item", &item)).await;
        assert_eq!(added.status, 200, "{added:?}");
        // A retry after a lost response may add another piece, so the order takes its lines from the cart.
        let cart = retry_until_available("the cart is read", || browser.get("carts/current")).await;
        let lines = lines(&cart);
        assert!(!lines.is_empty(), "{cart:?}");

        let order = Browser::order(&user, &lines);
        let key = format!("{user}-{number}");
        let response = retry_until_available("the order is placed", || browser.check_out(&key, &order)).await;
        assert_eq!(response.status, 200, "{response:?}");
        let retried =
            retry_until_available("the order is placed again", || browser.check_out(&key, &order)).await;
        assert_eq!(
            retried.body["data"]["id"], response.body["data"]["id"],
            "one key, one order"
        );
        ids.push(response.body["data"]["id"].as_str().unwrap().to_owned());
        pieces += lines
            .iter()
            .map(|(_, quantity)| i64::from(*quantity))
            .sum::<i64>();
        acknowledged.fetch_add(1, Ordering::SeqCst);

        eventually_within(TIMEOUT, "the cart is empty", || async {
            let cart = browser.get("carts/current").await;
            (cart.status == 200 && cart.body["data"]["cartItems"] == Value::Array(Vec::new())).then_some(())
        })
        .await;
    }
    (ids, pieces)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_order_is_lost_or_duplicated_when_every_process_is_killed() {
    let mut shop = Shop::start(ShopOptions {
        durable: true,
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 7, Some(STOCK)).await;
    let acknowledged = Arc::new(AtomicUsize::new(0));
    let mut tasks = Vec::new();
    for number in 0..CUSTOMERS {
        let browser = shop.customer(&format!("customer{number}")).await;
        let user = browser.user_id().await;
        tasks.push(tokio::spawn(place_orders(
            browser,
            user,
            product,
            acknowledged.clone(),
        )));
    }

    let mut victims = shop.service_names();
    victims.extend(["nats".to_owned(), "postgres".to_owned()]);
    let kills: Vec<_> = victims.iter().chain(&victims).cloned().collect();
    let total = CUSTOMERS * ORDERS_PER_CUSTOMER;
    for (number, victim) in kills.iter().enumerate() {
        // Spreads the kills over the run.
        let threshold = number * (total - 5) / kills.len();
        eventually_within(TIMEOUT, "more orders are acknowledged", || async {
            (acknowledged.load(Ordering::SeqCst) >= threshold).then_some(())
        })
        .await;
        match victim.as_str() {
            "nats" => shop.nats.kill().unwrap(),
            "postgres" => shop.postgres.kill().unwrap(),
            service => shop.service(service).kill().unwrap(),
        }
        shop.restart_exited().await;
    }

    let (mut ids, mut pieces) = (Vec::new(), 0);
    for task in tasks {
        let (placed, count) = task.await.unwrap();
        ids.extend(placed);
        pieces += count;
    }
    shop.wait_until_idle_within(TIMEOUT).await;

    assert_eq!(ids.len(), total);
    let known: HashSet<_> = ids.into_iter().collect();
    assert_eq!(known.len(), total, "orders are distinct");
    let stored: Vec<String> = sqlx::query_scalar("select id::text from customer_order")
        .fetch_all(&shop.database("order"))
        .await
        .unwrap();
    assert_eq!(
        stored.into_iter().collect::<HashSet<_>>(),
        known,
        "stored orders equal acknowledged orders"
    );

    let catalog = shop.database("catalog");
    let stock: i64 = sqlx::query_scalar("select stock from product where id = $1")
        .bind(product)
        .fetch_one(&catalog)
        .await
        .unwrap();
    assert_eq!(stock, STOCK - pieces, "stock equals ordered pieces");
    let reserved: i64 = sqlx::query_scalar("select count(*) from reservation where state = 'reserved'")
        .fetch_one(&catalog)
        .await
        .unwrap();
    assert_eq!(reserved, 0, "no reservation is left");
    let lines: i64 = sqlx::query_scalar("select count(*) from cart_line")
        .fetch_one(&shop.database("cart"))
        .await
        .unwrap();
    assert_eq!(lines, 0, "all carts are empty");
}
