//! Every process is killed, twice, while a hundred orders are placed. Nothing is lost, nothing is doubled.
//!
//! A program of its own, so that no other test runs beside it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(
    clippy::indexing_slicing,
    reason = "a JSON value without the key is null, which fails the assertion"
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

const SHOPPERS: usize = 10;
const ORDERS_EACH: usize = 10;
const STOCK: i64 = 1_000;

/// How long one step of one browser may take in all, repeated for as long as parts are down.
const PATIENCE: Duration = Duration::from_mins(2);

/// What is in the cart, as lines of an order.
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

/// One order after the other; answers the ids that were acknowledged and how many pieces they were.
async fn shop_on(
    browser: Browser,
    user: String,
    product: i64,
    acknowledged: Arc<AtomicUsize>,
) -> (Vec<String>, i64) {
    let (mut ids, mut pieces) = (Vec::new(), 0);
    let nothing = json!({});
    for number in 0..ORDERS_EACH {
        let cart = retry_until_available("the cart is made", || browser.post("carts/create", &nothing)).await;
        let item = json!({"cartId": cart.body["data"]["id"], "productId": product, "quantity": 1});
        let added =
            retry_until_available("the item is added", || browser.post("carts/add-item", &item)).await;
        assert_eq!(added.status, 200, "{added:?}");
        // A lost answer may have added a piece more: what is ordered is what the cart says.
        let cart = retry_until_available("the cart is read", || browser.get("carts/current")).await;
        let lines = lines(&cart);
        assert!(!lines.is_empty(), "{cart:?}");

        let order = Browser::order(&user, &lines);
        let key = format!("{user}-{number}");
        let answer = retry_until_available("the order is taken", || browser.check_out(&key, &order)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let again =
            retry_until_available("the order is asked for again", || browser.check_out(&key, &order)).await;
        assert_eq!(
            again.body["data"]["id"], answer.body["data"]["id"],
            "one key, one order"
        );
        ids.push(answer.body["data"]["id"].as_str().unwrap().to_owned());
        pieces += lines
            .iter()
            .map(|(_, quantity)| i64::from(*quantity))
            .sum::<i64>();
        acknowledged.fetch_add(1, Ordering::SeqCst);

        eventually_within(PATIENCE, "the cart is cleared", || async {
            let cart = browser.get("carts/current").await;
            (cart.status == 200 && cart.body["data"]["cartItems"] == Value::Array(Vec::new())).then_some(())
        })
        .await;
    }
    (ids, pieces)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_orders_survive_the_death_of_every_process() {
    let mut shop = Shop::start(ShopOptions {
        durable: true,
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 7, Some(STOCK)).await;
    let acknowledged = Arc::new(AtomicUsize::new(0));
    let mut browsers = Vec::new();
    for number in 0..SHOPPERS {
        let browser = shop.customer(&format!("browser{number}")).await;
        let user = browser.user_id().await;
        browsers.push(tokio::spawn(shop_on(
            browser,
            user,
            product,
            acknowledged.clone(),
        )));
    }

    let mut victims = shop.service_names();
    victims.extend(["nats".to_owned(), "postgres".to_owned()]);
    let deaths: Vec<_> = victims.iter().chain(&victims).cloned().collect();
    let total = SHOPPERS * ORDERS_EACH;
    for (number, victim) in deaths.iter().enumerate() {
        // Spread over the whole run: the next one dies when some more orders are in.
        let due = number * (total - 5) / deaths.len();
        eventually_within(PATIENCE, "orders go on", || async {
            (acknowledged.load(Ordering::SeqCst) >= due).then_some(())
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
    for browser in browsers {
        let (some, count) = browser.await.unwrap();
        ids.extend(some);
        pieces += count;
    }
    shop.wait_until_idle_within(PATIENCE).await;

    assert_eq!(ids.len(), total);
    let known: HashSet<_> = ids.into_iter().collect();
    assert_eq!(known.len(), total, "no two keys share an order");
    let stored: Vec<String> = sqlx::query_scalar("select id::text from customer_order")
        .fetch_all(&shop.database("order"))
        .await
        .unwrap();
    assert_eq!(
        stored.into_iter().collect::<HashSet<_>>(),
        known,
        "no order is lost, none was made unasked"
    );

    let catalog = shop.database("catalog");
    let left: i64 = sqlx::query_scalar("select stock from product where id = $1")
        .bind(product)
        .fetch_one(&catalog)
        .await
        .unwrap();
    assert_eq!(left, STOCK - pieces, "stock adds up");
    let reserved: i64 = sqlx::query_scalar("select count(*) from reservation where state = 'reserved'")
        .fetch_one(&catalog)
        .await
        .unwrap();
    assert_eq!(reserved, 0, "nothing stays reserved");
    let lines: i64 = sqlx::query_scalar("select count(*) from cart_line")
        .fetch_one(&shop.database("cart"))
        .await
        .unwrap();
    assert_eq!(lines, 0, "every cart is cleared");
}
