//! From an empty cart to an order, once and only once.

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
async fn a_shopper_finds_buys_and_sees_the_order() {
    let shop = Shop::start(ShopOptions::default()).await;
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
    let answer = leyla.check_out("first", &order).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    // 1 249.55 less 15 % is 1 062.1175: 1 062.12 a piece, twice, and 100.00.
    assert_eq!(answer.body["data"]["totalAmount"], json!(2224.24));
    assert_eq!(answer.body["data"]["status"], "Pending");
    assert_eq!(answer.body["data"]["paymentStatus"], "Pending");

    shop.wait_until_idle().await;
    shop.wait_until_cart_is_empty(&leyla).await;
    assert_eq!(stock(&shop, oak).await, Some(3));

    let orders = leyla.get("account/orders").await;
    assert_eq!(orders.body["totalRecords"], 1);
    assert_eq!(orders.body["data"][0]["id"], answer.body["data"]["id"]);
    let id = answer.body["data"]["id"].as_str().unwrap();
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
}

#[tokio::test]
async fn sixty_four_posts_with_one_key_are_one_order() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(100)).await;
    let leyla = shop.customer("leyla").await;
    let order = Browser::order(&leyla.user_id().await, &[(product, 1)]);
    // Whoever is told to come again in a rush does so with the same key.
    let answers =
        join_all((0..64).map(|_| retry_until_available("an answer", || leyla.check_out("one-key", &order))))
            .await;
    let bodies: HashSet<_> = answers
        .iter()
        .map(|answer| (answer.status, answer.body.to_string()))
        .collect();
    assert_eq!(bodies.len(), 1, "{bodies:?}");
    assert_eq!(
        answers[0].status,
        200,
        "{:?}\n{}\n{}",
        answers[0],
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
    let refused = leyla.check_out("one-key", &other).await;
    assert_eq!(refused.status, 422, "{refused:?}");
}

#[tokio::test]
async fn sixty_four_buyers_of_the_last_piece_make_one_order() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(1)).await;
    // Eight people in eight tabs each: what counts is that no two requests are the same attempt.
    let mut attempts = Vec::new();
    for person in 0..8 {
        let buyer = shop.customer(&format!("buyer{person}")).await;
        let order = Browser::order(&buyer.user_id().await, &[(product, 1)]);
        for tab in 0..8 {
            let (buyer, order) = (buyer.clone(), order.clone());
            let key = format!("key-{person}-{tab}");
            attempts.push(async move {
                retry_until_available("an answer", || buyer.check_out(&key, &order)).await
            });
        }
    }
    let statuses: Vec<_> = join_all(attempts)
        .await
        .into_iter()
        .map(|answer| answer.status)
        .collect();
    assert_eq!(
        statuses.iter().filter(|status| **status == 200).count(),
        1,
        "{statuses:?}"
    );
    assert_eq!(
        statuses.iter().filter(|status| **status == 409).count(),
        63,
        "{statuses:?}"
    );
    shop.wait_until_idle().await;
    assert_eq!(stock(&shop, product).await, Some(0));
}

#[tokio::test]
async fn another_total_than_shown_is_refused_and_takes_nothing() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(3)).await;
    let leyla = shop.customer("leyla").await;
    let mut order = Browser::order(&leyla.user_id().await, &[(product, 1)]);
    order["expectedTotal"] = json!(90);
    let refused = leyla.check_out("key", &order).await;
    assert_eq!(refused.status, 409, "{refused:?}");
    assert_eq!(refused.body["errors"]["expectedTotal"], "CHECKOUT.PRICE_CHANGED");
    shop.wait_until_idle().await;
    assert_eq!(stock(&shop, product).await, Some(3), "what was reserved is back");
    order["expectedTotal"] = json!(100);
    assert_eq!(leyla.check_out("key-2", &order).await.status, 200);
}

#[tokio::test]
async fn every_spelling_of_wardrobe_finds_the_wardrobes() {
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
