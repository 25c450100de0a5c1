//! Customers who place orders while the system fails.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, eventually_within, retry_until_available};

/// Timeout of one step, including retries.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(2);

/// An order whose creation the customer saw.
#[derive(Debug, Clone)]
pub(crate) struct Acknowledged {
    pub(crate) id: String,
    pub(crate) number: String,
    pub(crate) pieces: i64,
    pub(crate) at: Instant,
}

/// The acknowledged orders of all customers.
pub(crate) type Orders = Arc<Mutex<Vec<Acknowledged>>>;

/// Returns the number of acknowledged orders.
pub(crate) fn count(orders: &Orders) -> usize {
    orders.lock().unwrap().len()
}

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

/// Places this many orders one after the other.
pub(crate) async fn place_orders(
    browser: Browser,
    user: String,
    product: i64,
    number_of_orders: usize,
    orders: Orders,
) {
    for number in 0..number_of_orders {
        place_order(&browser, &user, &format!("{user}-{number}"), product, &orders).await;
    }
}

/// Places an order twice under one key, and waits until the cart is empty.
pub(crate) async fn place_order(browser: &Browser, user: &str, key: &str, product: i64, orders: &Orders) {
    let empty = json!({});
    let cart = retry_until_available("the cart is created", || browser.post("carts/create", &empty)).await;
    let item = json!({"cartId": cart.body["data"]["id"], "productId": product, "quantity": 1});
    let added = retry_until_available("the item is added", || browser.post("carts/add-item", &item)).await;
    assert_eq!(added.status, 200, "{added:?}");
    // A retry after a lost response may add another piece, so the order takes its lines from the cart.
    let cart = retry_until_available("the cart is read", || browser.get("carts/current")).await;
    let lines = lines(&cart);
    assert!(!lines.is_empty(), "{cart:?}");

    let order = Browser::order(user, &lines);
    let response = retry_until_available("the order is placed", || browser.check_out(key, &order)).await;
    assert_eq!(response.status, 200, "{response:?}");
    orders.lock().unwrap().push(Acknowledged {
        id: response.body["data"]["id"].as_str().unwrap().to_owned(),
        number: response.body["data"]["orderNumber"].as_str().unwrap().to_owned(),
        pieces: lines.iter().map(|(_, quantity)| i64::from(*quantity)).sum(),
        at: Instant::now(),
    });
    let retried = retry_until_available("the order is placed again", || browser.check_out(key, &order)).await;
    assert_eq!(
        retried.body["data"]["id"], response.body["data"]["id"],
        "one key, one order"
    );
    eventually_within(TIMEOUT, "the cart is empty", || async {
        let cart = browser.get("carts/current").await;
        (cart.status == 200 && cart.body["data"]["cartItems"] == Value::Array(Vec::new())).then_some(())
    })
    .await;
}
