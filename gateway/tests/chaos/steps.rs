//! Steps of orders that rest, while the processes that mail them are killed.

use std::collections::HashMap;

use serde_json::json;
use testkit::{Member, Shop, ShopOptions, retry_until_available};

use crate::{
    imports,
    kills::kill,
    offers::sent_mails,
    orders::{Orders, place_orders},
};

/// Processes that a kill hits while steps rest.
const VICTIMS: [&str; 2] = ["order", "notification"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_step_is_mailed_once_and_none_that_was_taken_back_when_a_process_is_killed_while_it_rests() {
    let mut shop = Shop::start(ShopOptions {
        durable: true,
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 0, Some(100)).await;
    let manager = Member::by_command(&shop, "manager", "manager").await;
    let browser = shop.customer("customer").await;
    let (user, orders) = (browser.user_id().await, Orders::default());
    place_orders(browser, user, product, 3 * VICTIMS.len(), orders.clone()).await;
    let orders = orders.lock().unwrap().clone();
    sent_mails(&shop).await;

    let mut expected = HashMap::new();
    for (victim, orders) in VICTIMS.iter().zip(orders.chunks(3)) {
        let [kept, before, after] = orders else {
            panic!("three orders for each process")
        };
        for order in orders {
            let path = format!("orders/{}/status", order.number);
            manager
                .post(&path, json!({"from": "Pending", "to": "Processing"}))
                .await;
        }
        take_back(&manager, &before.number).await;
        kill(&mut shop, victim);
        shop.restart_exited().await;
        // Too late if the restart took longer than the rest.
        take_back(&manager, &after.number).await;
        for order in [kept, before, after] {
            let present = manager.get(&format!("orders/{}", order.number)).await;
            if present["status"] == "Processing" {
                expected.insert(order.id.clone(), 1);
            }
        }
        assert!(expected.contains_key(&kept.id) && !expected.contains_key(&before.id));
    }

    let kinds = sent_mails(&shop).await;
    let moved: Vec<(String, i64)> = sqlx::query_as(
        "select occasion ->> 'order', count(*) from mail where kind = 'order_moved' group by 1",
    )
    .fetch_all(&shop.database("notification"))
    .await
    .unwrap();
    assert_eq!(
        moved.into_iter().collect::<HashMap<_, _>>(),
        expected,
        "{kinds:?}"
    );

    // In the same shop, as each takes seconds to start.
    imports::an_import_is_applied_once(&mut shop, &manager).await;
    imports::a_picture_is_converted_once(&mut shop, &manager).await;
}

/// Takes the last step of an order back, if it still rests.
async fn take_back(manager: &Member, number: &str) {
    let path = format!("orders/{number}/status/undo");
    let body = json!({"from": "Processing"});
    let response = retry_until_available("the step is taken back", || manager.try_post(&path, &body)).await;
    assert!([200, 409].contains(&response.status), "{response:?}");
}
