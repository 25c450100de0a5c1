//! Kills processes with `kill -9`.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use testkit::{Shop, ShopOptions, eventually_within};
use tokio::task::JoinHandle;

use crate::orders::{Orders, TIMEOUT, count, place_orders};

const CUSTOMERS: usize = 10;
const ORDERS_PER_CUSTOMER: usize = 10;
const STOCK: i64 = 10_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_order_is_lost_or_duplicated_when_every_process_is_killed() {
    let (mut shop, product) = start().await;
    let orders = Orders::default();
    let tasks = start_customers(&shop, product, ORDERS_PER_CUSTOMER, &orders).await;

    let victims = victims(&shop);
    let kills: Vec<_> = victims.iter().chain(&victims).collect();
    let total = CUSTOMERS * ORDERS_PER_CUSTOMER;
    for (number, victim) in kills.iter().enumerate() {
        // Spreads the kills over the run.
        let threshold = number * (total - 5) / kills.len();
        eventually_within(TIMEOUT, "more orders are acknowledged", || async {
            (count(&orders) >= threshold).then_some(())
        })
        .await;
        kill(&mut shop, victim);
        shop.restart_exited().await;
    }

    for task in tasks {
        task.await.unwrap();
    }
    check(&shop, product, total, &orders).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes; `cargo test --package gateway --test chaos -- --ignored`"]
async fn no_order_is_lost_or_duplicated_when_a_process_is_killed_each_second() {
    const ORDERS_PER_CUSTOMER: usize = 50;
    let (mut shop, product) = start().await;
    let orders = Orders::default();
    let tasks = start_customers(&shop, product, ORDERS_PER_CUSTOMER, &orders).await;

    let victims = victims(&shop);
    let started = Instant::now();
    let mut kills = 0;
    for victim in victims.iter().cycle() {
        if tasks.iter().all(JoinHandle::is_finished) {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        kill(&mut shop, victim);
        kills += 1;
        shop.restart_exited().await;
    }

    for task in tasks {
        task.await.unwrap();
    }
    println!("{kills} kills in {} s", started.elapsed().as_secs());
    check(&shop, product, CUSTOMERS * ORDERS_PER_CUSTOMER, &orders).await;
}

/// Starts a shop with durable servers and one product.
async fn start() -> (Shop, i64) {
    let shop = Shop::start(ShopOptions {
        durable: true,
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 7, Some(STOCK)).await;
    (shop, product)
}

async fn start_customers(
    shop: &Shop,
    product: i64,
    number_of_orders: usize,
    orders: &Orders,
) -> Vec<JoinHandle<()>> {
    let mut tasks = Vec::new();
    for number in 0..CUSTOMERS {
        let browser = shop.customer(&format!("customer{number}")).await;
        let user = browser.user_id().await;
        let placing = place_orders(browser, user, product, number_of_orders, orders.clone());
        tasks.push(tokio::spawn(placing));
    }
    tasks
}

/// Returns the names of all processes.
fn victims(shop: &Shop) -> Vec<String> {
    let mut victims = shop.service_names();
    victims.extend(["nats".to_owned(), "postgres".to_owned()]);
    victims
}

pub(crate) fn kill(shop: &mut Shop, victim: &str) {
    match victim {
        "nats" => shop.nats.kill().unwrap(),
        "postgres" => shop.postgres.kill().unwrap(),
        service => shop.service(service).kill().unwrap(),
    }
}

/// Checks that the shop stored exactly the acknowledged orders, and that stock and carts follow from them.
async fn check(shop: &Shop, product: i64, total: usize, orders: &Orders) {
    shop.wait_until_idle_within(TIMEOUT).await;
    let orders = orders.lock().unwrap().clone();
    shop.wait_until_idle_within(TIMEOUT).await;

    assert_eq!(orders.len(), total);
    let pieces: i64 = orders.iter().map(|order| order.pieces).sum();
    let known: HashSet<_> = orders.into_iter().map(|order| order.id).collect();
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
