//! Kills every process twice.

use std::collections::HashSet;

use testkit::{Shop, ShopOptions, eventually_within};

use crate::orders::{Orders, TIMEOUT, count, place_orders};

const CUSTOMERS: usize = 10;
const ORDERS_PER_CUSTOMER: usize = 10;
const STOCK: i64 = 1_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_order_is_lost_or_duplicated_when_every_process_is_killed() {
    let mut shop = Shop::start(ShopOptions {
        durable: true,
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 7, Some(STOCK)).await;
    let orders = Orders::default();
    let mut tasks = Vec::new();
    for number in 0..CUSTOMERS {
        let browser = shop.customer(&format!("customer{number}")).await;
        let user = browser.user_id().await;
        tasks.push(tokio::spawn(place_orders(
            browser,
            user,
            product,
            ORDERS_PER_CUSTOMER,
            orders.clone(),
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
            (count(&orders) >= threshold).then_some(())
        })
        .await;
        match victim.as_str() {
            "nats" => shop.nats.kill().unwrap(),
            "postgres" => shop.postgres.kill().unwrap(),
            service => shop.service(service).kill().unwrap(),
        }
        shop.restart_exited().await;
    }

    for task in tasks {
        task.await.unwrap();
    }
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
