//! Restarts every process in turn, as a rolling upgrade does, while customers send requests.
//!
//! A separate test binary, so that no other test runs in parallel.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]
#![expect(
    clippy::indexing_slicing,
    reason = "indexing a JSON value without the key returns null, which fails the assertion"
)]

mod proxy;

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use local::Service;
use proxy::Proxy;
use testkit::{ApiResponse, Browser, Shop, ShopOptions, eventually_within};

const CUSTOMERS: usize = 6;
const REQUESTS: usize = 10_000;
const TIMEOUT: Duration = Duration::from_mins(5);

/// Orders and failed requests of a customer.
#[derive(Default)]
struct Outcome {
    orders: Vec<String>,
    failures: Vec<String>,
}

impl Outcome {
    fn record(&mut self, request: &str, response: ApiResponse) -> ApiResponse {
        if response.status != 200 {
            self.failures.push(format!("{request}: {response:?}"));
        }
        response
    }
}

/// Browses, fills a cart and orders in a loop.
async fn shop_until(browser: Browser, name: String, product: i64, stop: Arc<AtomicBool>) -> Outcome {
    let mut outcome = Outcome::default();
    let user = browser.user_id().await;
    let mut number = 0;
    while !stop.load(Ordering::SeqCst) && outcome.failures.is_empty() {
        for _ in 0..4 {
            outcome.record("list products", browser.get("products").await);
            outcome.record("get product", browser.get(&format!("products/{product}")).await);
            outcome.record("get account", browser.get("account/details").await);
            outcome.record("list promo texts", browser.get("promocodes").await);
            outcome.record("get cart", browser.get("carts/current").await);
        }
        outcome.record("add to cart", browser.add_to_cart(product, 1).await);
        let order = Browser::order(&user, &[(product, 1)]);
        number += 1;
        let response = outcome.record(
            "place order",
            browser.check_out(&format!("{name}-{number}"), &order).await,
        );
        outcome.orders.push(response.body["data"]["id"].to_string());
    }
    outcome
}

async fn restart(service: &mut Service) {
    service.restart().await.unwrap();
    service.wait_ready(TIMEOUT).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rolling_upgrade_fails_no_request() {
    let mut shop = Shop::start(ShopOptions {
        replicated: true,
        ..ShopOptions::default()
    })
    .await;
    let (mut second, second_url) = shop.second_gateway().await;
    let proxy = Proxy::start([shop.url().to_owned(), second_url]).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;

    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = Vec::new();
    for number in 0..CUSTOMERS {
        let name = format!("customer{number}");
        let browser = shop.customer(&name).await.at(proxy.url());
        tasks.push(tokio::spawn(shop_until(
            browser,
            name,
            product,
            Arc::clone(&stop),
        )));
    }

    let names = shop.service_names();
    for (number, name) in names.iter().enumerate() {
        // Spreads the restarts over the run.
        let threshold = number * REQUESTS / (names.len() + 1);
        eventually_within(TIMEOUT, "more requests are served", || async {
            (proxy.served() >= threshold || tasks.iter().any(tokio::task::JoinHandle::is_finished))
                .then_some(())
        })
        .await;
        restart(shop.service(name)).await;
    }
    restart(&mut second).await;
    eventually_within(TIMEOUT, "all requests are served", || async {
        (proxy.served() >= REQUESTS || tasks.iter().any(tokio::task::JoinHandle::is_finished)).then_some(())
    })
    .await;
    stop.store(true, Ordering::SeqCst);

    let mut orders = HashSet::new();
    for task in tasks {
        let outcome = task.await.unwrap();
        assert_eq!(outcome.failures, Vec::<String>::new());
        orders.extend(outcome.orders);
    }
    assert!(proxy.served() >= REQUESTS);
    shop.wait_until_idle_within(TIMEOUT).await;
    let stored: i64 = sqlx::query_scalar("select count(*) from customer_order")
        .fetch_one(&shop.database("order"))
        .await
        .unwrap();
    assert_eq!(usize::try_from(stored).unwrap(), orders.len());
}
