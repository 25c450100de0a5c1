//! Every process is replaced in turn, as a rolling upgrade does it, while browsers go on: not one request fails.
//!
//! A program of its own, so that no other test runs beside it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(
    clippy::indexing_slicing,
    reason = "a JSON value without the key is null, which fails the assertion"
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

const SHOPPERS: usize = 6;
const REQUESTS: usize = 10_000;
const PATIENCE: Duration = Duration::from_mins(5);

/// What a browser has seen.
#[derive(Default)]
struct Seen {
    orders: Vec<String>,
    failures: Vec<String>,
}

impl Seen {
    fn note(&mut self, what: &str, answer: ApiResponse) -> ApiResponse {
        if answer.status != 200 {
            self.failures.push(format!("{what}: {answer:?}"));
        }
        answer
    }
}

/// Browses, fills a cart and orders, again and again.
async fn shop_on(browser: Browser, name: String, product: i64, enough: Arc<AtomicBool>) -> Seen {
    let mut seen = Seen::default();
    let user = browser.user_id().await;
    let mut number = 0;
    while !enough.load(Ordering::SeqCst) && seen.failures.is_empty() {
        for _ in 0..4 {
            seen.note("the list", browser.get("products").await);
            seen.note("a product", browser.get(&format!("products/{product}")).await);
            seen.note("who I am", browser.get("account/details").await);
            seen.note("the promo texts", browser.get("promocodes").await);
            seen.note("the cart", browser.get("carts/current").await);
        }
        seen.note("into the cart", browser.add_to_cart(product, 1).await);
        let order = Browser::order(&user, &[(product, 1)]);
        number += 1;
        let answer = seen.note(
            "an order",
            browser.check_out(&format!("{name}-{number}"), &order).await,
        );
        seen.orders.push(answer.body["data"]["id"].to_string());
    }
    seen
}

async fn replace(service: &mut Service) {
    service.restart().await.unwrap();
    service.wait_ready(PATIENCE).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_upgrade_fails_no_request() {
    let mut shop = Shop::start(ShopOptions {
        replicated: true,
        ..ShopOptions::default()
    })
    .await;
    let (mut second, second_url) = shop.second_gateway().await;
    let proxy = Proxy::start([shop.url().to_owned(), second_url]).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;

    let enough = Arc::new(AtomicBool::new(false));
    let mut browsers = Vec::new();
    for number in 0..SHOPPERS {
        let name = format!("browser{number}");
        let browser = shop.customer(&name).await.at(proxy.url());
        browsers.push(tokio::spawn(shop_on(browser, name, product, Arc::clone(&enough))));
    }

    let names = shop.service_names();
    for (number, name) in names.iter().enumerate() {
        // Spread over the whole run.
        let due = number * REQUESTS / (names.len() + 1);
        eventually_within(PATIENCE, "requests go on", || async {
            (proxy.taken() >= due || browsers.iter().any(tokio::task::JoinHandle::is_finished)).then_some(())
        })
        .await;
        replace(shop.service(name)).await;
    }
    replace(&mut second).await;
    eventually_within(PATIENCE, "enough requests are made", || async {
        (proxy.taken() >= REQUESTS || browsers.iter().any(tokio::task::JoinHandle::is_finished)).then_some(())
    })
    .await;
    enough.store(true, Ordering::SeqCst);

    let mut orders = HashSet::new();
    for browser in browsers {
        let seen = browser.await.unwrap();
        assert_eq!(seen.failures, Vec::<String>::new());
        orders.extend(seen.orders);
    }
    assert!(proxy.taken() >= REQUESTS);
    shop.wait_until_idle_within(PATIENCE).await;
    let stored: i64 = sqlx::query_scalar("select count(*) from customer_order")
        .fetch_one(&shop.database("order"))
        .await
        .unwrap();
    assert_eq!(usize::try_from(stored).unwrap(), orders.len());
}
