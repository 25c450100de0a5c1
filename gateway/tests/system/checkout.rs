//! Checkout: exactly one order per attempt.

use std::collections::HashSet;

use futures::future::join_all;
use serde_json::{Value, json};
use testkit::{Browser, Shop, ShopOptions, retry_until_available};

async fn stock(shop: &Shop, product: i64) -> Option<i64> {
    let pool = shop.database("catalog");
    sqlx::query_scalar("select stock from product where id = $1")
        .bind(product)
        .fetch_one(&pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn places_shows_and_cancels_an_order() {
    let shop = Shop::start(ShopOptions {
        settings: vec![("order", "ORDERS_PER_ADDRESS_HOUR", "1")],
        ..ShopOptions::default()
    })
    .await;
    let oak = shop.product("SK-1", 124_955, 15, Some(5)).await;
    let made_to_order = shop.product("SK-2", 10_000, 0, None).await;

    let leyla = shop.customer("leyla").await;
    assert_eq!(leyla.add_to_cart(oak, 2).await.status, 200);
    assert_eq!(leyla.add_to_cart(made_to_order, 1).await.status, 200);
    let cart = leyla.get("carts/current").await;
    assert_eq!(
        cart.body["data"]["cartItems"].as_array().map(Vec::len),
        Some(2),
        "{cart:?}"
    );

    let mut order = Browser::order(&leyla.user_id().await, &[(oak, 2), (made_to_order, 1)]);
    order["status"] = json!("Completed");
    order["paymentStatus"] = json!("Paid");
    order["expectedTotal"] = json!(2224.24);
    let response = leyla.check_out("first", &order).await;
    assert_eq!(response.status, 200, "{response:?}");
    // 1 249.55 minus 15 % is 1 062.12; two pieces, plus 100.00.
    assert_eq!(response.body["data"]["totalAmount"], json!(2224.24));
    assert_eq!(response.body["data"]["status"], "Pending");
    assert_eq!(response.body["data"]["paymentStatus"], "Pending");

    shop.wait_until_idle().await;
    shop.wait_until_cart_is_empty(&leyla).await;
    assert_eq!(stock(&shop, oak).await, Some(3));

    let orders = leyla.get("account/orders").await;
    assert_eq!(orders.body["totalRecords"], 1);
    assert_eq!(orders.body["data"][0]["id"], response.body["data"]["id"]);
    let id = response.body["data"]["id"].as_str().unwrap();
    let one = leyla.get(&format!("account/orders/{id}")).await;
    assert_eq!(one.body["data"]["history"][0]["status"], "Pending");

    let cancelled = leyla
        .post(&format!("account/orders/{id}/cancel"), &json!({}))
        .await;
    assert_eq!(cancelled.status, 200, "{cancelled:?}");
    let again = leyla
        .post(&format!("account/orders/{id}/cancel"), &json!({}))
        .await;
    assert_eq!(again.status, 409, "{again:?}");
    shop.wait_until_idle().await;
    assert_eq!(stock(&shop, oak).await, Some(5));

    // Another account has the same address; a replay is no order.
    let ruslan = shop.customer("ruslan").await;
    let another = Browser::order(&ruslan.user_id().await, &[(made_to_order, 1)]);
    let rejected = ruslan.buy("second", &another).await;
    assert_eq!(rejected.status, 429, "{rejected:?}");
    let wait: u64 = rejected.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=3600).contains(&wait), "{wait} s");
    let message = rejected.body["message"].as_str().unwrap();
    assert!(message.contains("call us"), "{message}");
    assert_eq!(leyla.check_out("first", &order).await.body, response.body);
}

#[tokio::test]
async fn parallel_requests_with_one_key_create_one_order() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(100)).await;
    let leyla = shop.customer("leyla").await;
    assert_eq!(leyla.add_to_cart(product, 1).await.status, 200);
    let order = Browser::order(&leyla.user_id().await, &[(product, 1)]);
    // Retries after 503 use the same key.
    let responses =
        join_all((0..64).map(|_| retry_until_available("a response", || leyla.check_out("one-key", &order))))
            .await;
    let bodies: HashSet<_> = responses
        .iter()
        .map(|response| (response.status, response.body.to_string()))
        .collect();
    assert_eq!(bodies.len(), 1, "{bodies:?}");
    assert_eq!(
        responses[0].status,
        200,
        "{:?}\n{}\n{}",
        responses[0],
        shop.log_tail("order"),
        shop.log_tail("catalog")
    );

    shop.wait_until_idle().await;
    assert_eq!(leyla.get("account/orders").await.body["totalRecords"], 1);
    assert_eq!(stock(&shop, product).await, Some(99));
    let reservations: i64 = sqlx::query_scalar("select count(*) from reservation")
        .fetch_one(&shop.database("catalog"))
        .await
        .unwrap();
    assert_eq!(reservations, 1);

    let other = Browser::order(&leyla.user_id().await, &[(product, 2)]);
    let rejected = leyla.check_out("one-key", &other).await;
    assert_eq!(rejected.status, 422, "{rejected:?}");
}

#[tokio::test]
async fn exactly_one_of_parallel_orders_gets_the_last_piece() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(1)).await;
    // Eight customers with eight keys each: the tabs of a customer share a cart, which becomes one order.
    let mut attempts = Vec::new();
    for customer in 0..8 {
        let buyer = shop.customer(&format!("buyer{customer}")).await;
        assert_eq!(buyer.add_to_cart(product, 1).await.status, 200);
        let order = Browser::order(&buyer.user_id().await, &[(product, 1)]);
        for tab in 0..8 {
            let (buyer, order) = (buyer.clone(), order.clone());
            let key = format!("key-{customer}-{tab}");
            attempts.push(async move {
                retry_until_available("a response", || buyer.check_out(&key, &order)).await
            });
        }
    }
    let responses = join_all(attempts).await;
    let (placed, rejected): (Vec<_>, Vec<_>) = responses.iter().partition(|response| response.status == 200);
    let orders: HashSet<_> = placed
        .iter()
        .map(|response| response.body["data"]["id"].to_string())
        .collect();
    assert_eq!(orders.len(), 1, "{placed:?}");
    assert!(
        rejected.iter().all(|response| response.status == 409),
        "{rejected:?}"
    );
    shop.wait_until_idle().await;
    let stored: i64 = sqlx::query_scalar("select count(*) from customer_order")
        .fetch_one(&shop.database("order"))
        .await
        .unwrap();
    assert_eq!(stored, 1);
    assert_eq!(stock(&shop, product).await, Some(0));
}

#[tokio::test]
async fn rejects_a_different_total_and_releases_the_stock() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(3)).await;
    let leyla = shop.customer("leyla").await;
    assert_eq!(leyla.add_to_cart(product, 1).await.status, 200);
    let mut order = Browser::order(&leyla.user_id().await, &[(product, 1)]);
    order["expectedTotal"] = json!(90);
    let rejected = leyla.check_out("key", &order).await;
    assert_eq!(rejected.status, 409, "{rejected:?}");
    assert_eq!(rejected.body["errors"]["expectedTotal"], "CHECKOUT.PRICE_CHANGED");
    shop.wait_until_idle().await;
    assert_eq!(
        stock(&shop, product).await,
        Some(3),
        "the reservation is released"
    );
    order["expectedTotal"] = json!(100);
    assert_eq!(leyla.check_out("key-2", &order).await.status, 200);
}

#[tokio::test]
async fn a_cart_becomes_one_order_on_all_devices() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let oak = shop.product("SK-1", 10_000, 0, Some(9)).await;
    let made_to_order = shop.product("SK-2", 5_000, 0, None).await;
    let leyla = shop.customer("leyla").await;
    let user = leyla.user_id().await;
    let empty = leyla
        .check_out("empty", &Browser::order(&user, &[(oak, 1)]))
        .await;
    assert_eq!(empty.status, 409, "{empty:?}");
    assert_eq!(empty.body["errors"]["cart"], "ORDER.CART_EMPTY", "{empty:?}");

    assert_eq!(leyla.add_to_cart(oak, 1).await.status, 200);
    assert_eq!(leyla.add_to_cart(made_to_order, 1).await.status, 200);
    let both = leyla.get("carts/current").await.body["data"].clone();
    let seen = |lines: &[(i64, u32)], cart: &Value| {
        let mut order = Browser::order(&user, lines);
        order["cart"] = json!({"id": cart["id"], "version": cart["version"]});
        order
    };
    // The phone removes a line that the laptop still shows.
    assert_eq!(leyla.delete(&format!("carts/items/{oak}")).await.status, 200);
    for order in [
        seen(&[(oak, 1), (made_to_order, 1)], &both),
        Browser::order(&user, &[(oak, 1), (made_to_order, 1)]),
    ] {
        let changed = leyla.check_out("laptop", &order).await;
        assert_eq!(changed.status, 409, "{changed:?}");
        assert_eq!(
            changed.body["errors"]["cart"], "ORDER.CART_CHANGED",
            "{changed:?}"
        );
        let items = changed.body["data"]["cart"]["cartItems"].as_array().unwrap();
        assert_eq!(items.len(), 1, "{changed:?}");
        assert_eq!(items[0]["productId"], made_to_order);
    }

    // Both devices press at the same time, and the cart is emptied only after a while.
    shop.nats.kill().unwrap();
    let present = leyla.get("carts/current").await.body["data"].clone();
    let order = seen(&[(made_to_order, 1)], &present);
    let responses = join_all(
        ["laptop", "phone", "tab"]
            .map(async |key| retry_until_available("a response", || leyla.check_out(key, &order)).await),
    )
    .await;
    let id = responses[0].body["data"]["id"].clone();
    assert!(id.is_string(), "{responses:?}");
    assert!(
        responses.iter().all(|response| response.body["data"]["id"] == id),
        "{responses:?}"
    );
    // The next visitor of the page sees the ordered line beside a new one.
    assert_eq!(leyla.add_to_cart(oak, 1).await.status, 200);
    let again = Browser::order(&user, &[(made_to_order, 1), (oak, 1)]);
    let ordered = leyla.check_out("later", &again).await;
    assert_eq!(ordered.status, 409, "{ordered:?}");
    assert_eq!(
        ordered.body["errors"]["cart"], "ORDER.CART_ORDERED",
        "{ordered:?}"
    );
    assert_eq!(ordered.body["data"]["orderId"], id);

    shop.nats.restart().await.unwrap();
    shop.wait_until_idle_within(std::time::Duration::from_mins(1))
        .await;
    assert_eq!(leyla.check_out("phone", &order).await.body["data"]["id"], id);
    assert_eq!(leyla.check_out("other", &order).await.body["data"]["id"], id);
    assert_eq!(
        leyla
            .check_out("rest", &Browser::order(&user, &[(oak, 1)]))
            .await
            .status,
        200
    );
    assert_eq!(leyla.get("account/orders").await.body["totalRecords"], 2);
}

#[tokio::test]
async fn search_finds_all_spellings_of_a_word() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;
    let visitor = shop.visitor();
    for word in ["şkaf", "skaf", "ŞKAF", "шкаф", "шкафы", "şkaflar", "skfa"] {
        let found = visitor
            .get(&format!("products/search?searchTerm={word}&page=1&limit=12"))
            .await;
        let ids: Vec<_> = found.body["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["id"].clone())
            .collect();
        assert_eq!(ids, [Value::from(product)], "{word}: {found:?}");
    }
}
