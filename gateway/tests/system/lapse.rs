//! Pending orders that nobody touches lapse.

use kit::{
    caller::{Caller, CallerKind},
    domain::Language,
    grpc::client::on_behalf_of,
};
use proto::order::v1::{PaymentStatus, UpdatePaymentStatusRequest, order_service_client::OrderServiceClient};
use serde_json::{Value, json};
use testkit::{Browser, Shop, ShopOptions, eventually};

/// Ages all orders and the announcements of their lapse.
async fn age_orders(shop: &Shop, days: i32) {
    sqlx::query(
        "update customer_order
         set ordered_at = ordered_at - make_interval(days => $1),
             lapse_announced_at = lapse_announced_at - make_interval(days => $1)",
    )
    .bind(days)
    .execute(&shop.database("order"))
    .await
    .unwrap();
}

/// Waits until mails of these kinds, and no others about lapses, are sent.
async fn wait_for_mails(shop: &Shop, expected: &[&str]) {
    let pool = shop.database("notification");
    eventually("the mails are sent", || async {
        let kinds: Vec<String> = sqlx::query_scalar(
            "select kind from mail where kind like '%laps%' and state = 'sent' order by kind",
        )
        .fetch_all(&pool)
        .await
        .unwrap();
        (kinds == expected).then_some(())
    })
    .await;
}

#[tokio::test]
async fn untouched_order_lapses_and_gives_its_stock_back() {
    let shop = Shop::start(ShopOptions {
        settings: vec![("order", "LAPSE_SWEEP_MILLISECONDS", "50")],
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 0, Some(5)).await;
    let leyla = shop.customer("leyla").await;
    let order = Browser::order(&leyla.user_id().await, &[(product, 2)]);
    let untouched = leyla.buy("untouched", &order).await;
    shop.wait_until_cart_is_empty(&leyla).await;
    let touched = leyla.buy("touched", &order).await;
    let data = |response: &Value, key: &str| response["data"][key].as_str().unwrap().to_owned();
    let staff = Caller {
        kind: CallerKind::Operator,
        language: Language::En,
    };
    let payment = UpdatePaymentStatusRequest {
        order_number: data(&touched.body, "orderNumber"),
        payment_status: PaymentStatus::Processing.into(),
    };
    OrderServiceClient::new(shop.client("order"))
        .update_payment_status(on_behalf_of(&staff, payment))
        .await
        .unwrap();

    age_orders(&shop, 11).await;
    wait_for_mails(&shop, &["shop_order_lapsing"]).await;
    age_orders(&shop, 3).await;
    wait_for_mails(
        &shop,
        &["order_lapsed", "shop_order_lapsed", "shop_order_lapsing"],
    )
    .await;
    shop.wait_until_idle().await;

    let path = format!("account/orders/{}", data(&untouched.body, "id"));
    let lapsed = leyla.get(&path).await.body;
    assert_eq!(lapsed["data"]["status"], "Cancelled");
    let history = lapsed["data"]["history"].as_array().unwrap();
    let entries: Vec<_> = history
        .iter()
        .map(|entry| (&entry["status"], &entry["reason"]))
        .collect();
    assert_eq!(
        entries,
        [
            (&json!("Pending"), &Value::Null),
            (&json!("Cancelled"), &json!("Lapsed"))
        ]
    );
    let path = format!("account/orders/{}", data(&touched.body, "id"));
    assert_eq!(leyla.get(&path).await.body["data"]["status"], "Pending");
    let stock: Option<i64> = sqlx::query_scalar("select stock from product where id = $1")
        .bind(product)
        .fetch_one(&shop.database("catalog"))
        .await
        .unwrap();
    assert_eq!(stock, Some(3), "5 pieces less 2 of the touched order");
}
