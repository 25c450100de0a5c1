//! An order without an account: its link in the mails, its page, a lost link, and its way into an account.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    Browser, Member, Shop, ShopOptions, SmtpSink, desk_call as call, eventually, response_data as data,
};

use super::desk::{mail_to, refusal, text, token_after};

/// The customer, whose e-mail is [`EMAIL`].
const NAME: &str = "leyla";
const EMAIL: &str = "leyla@example.com";

/// Enters an order by hand and returns its number.
async fn order_by_hand(sales: &Member, product: i64) -> String {
    let order = json!({
        "source": "phone", "language": "az", "lines": [{"productId": product, "quantity": 1, "detail": "180 × 60 × 250 sm"}],
        "deliveryPrice": 0, "expectedTotal": 1000,
        "shippingAddress": {
            "firstName": "Leyla", "lastName": "Quliyeva", "email": EMAIL, "phone": "+994501234567",
            "address": "Nizami küçəsi 12, mənzil 4", "city": "Bakı",
        },
    });
    let order = sales.post("orders", order).await;
    text(&order["orderNumber"]).to_owned()
}

async fn view(browser: &Browser, token: &str) -> Value {
    data(&browser.post("orders/view", &json!({"token": token})).await)
}

/// Requests the link of an order and returns the token of the mail.
async fn request_link(shop: &Shop, sink: &SmtpSink, number: &str) -> String {
    for (number, email) in [
        (number, "rauf@example.com"),
        (number, EMAIL),
        ("SB-00000000", EMAIL),
    ] {
        let request = json!({"number": number.to_lowercase(), "email": email});
        let response = shop.visitor().post("orders/link", &request).await;
        assert_eq!((response.status, &response.body["data"]), (200, &Value::Null));
    }
    let mail = mail_to(sink, EMAIL, "yalnız bu məktubdadır").await;
    assert!(sink.mails().iter().all(|mail| mail.to != "rauf@example.com"));
    token_after(&mail, "/az/order#")
}

/// Registers the customer, verifies the e-mail and adds the order to the account.
async fn claim(shop: &Shop, sink: &SmtpSink, number: &str, token: &str) {
    let body = json!({"token": token});
    let claim = async |browser: &Browser| browser.post("account/orders/claim", &body).await;
    assert_eq!(claim(&shop.visitor()).await.status, 401);
    let stranger = shop.customer("rauf").await;
    let refused = claim(&stranger).await;
    assert_eq!(refusal(&refused), (403, json!({"token": "ORDER.OTHER_EMAIL"})));
    let customer = shop.customer(NAME).await;
    let refused = claim(&customer).await;
    assert_eq!(
        refusal(&refused),
        (403, json!({"token": "ORDER.EMAIL_NOT_VERIFIED"}))
    );
    let mail = mail_to(sink, EMAIL, "verify-email#token=").await;
    let verification = json!({"token": token_after(&mail, "verify-email#token=")});
    data(&customer.post("Auth/verify-email", &verification).await);
    let claimed = data(&claim(&customer).await);
    assert_eq!(
        data(&claim(&customer).await),
        claimed,
        "a second press has no effect"
    );
    let order = customer
        .get(&format!("account/orders/{}", text(&claimed["id"])))
        .await;
    assert_eq!(data(&order)["orderNumber"], number);
    assert_eq!(refusal(&claim(&stranger).await).0, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn order_without_an_account_is_followed_by_its_link_and_claimed() {
    let sink = SmtpSink::start().await;
    let shop = Shop::start(ShopOptions {
        smtp_url: Some(sink.url()),
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-101", 100_000, 0, Some(5)).await;
    let sales = Member::by_command(&shop, "nigar", "manager").await;
    let number = order_by_hand(&sales, product).await;
    let mail = mail_to(&sink, EMAIL, "/az/order#").await;
    let token = token_after(&mail, "/az/order#");

    let customer = shop.visitor();
    let seen = view(&customer, &token).await;
    assert_eq!(
        (text(&seen["status"]), &seen["balance"]),
        ("Pending", &json!(1000))
    );
    assert_eq!(
        (text(&seen["city"]), text(&seen["items"][0]["detail"])),
        ("Bakı", "180 × 60 × 250 sm")
    );
    let shown = seen.to_string();
    for secret in ["Quliyeva", "@", "1234567", "Nizami"] {
        assert!(!shown.contains(secret), "{secret}: {shown}");
    }
    let wrong = customer
        .post("orders/view", &json!({"token": format!("{token}A")}))
        .await;
    assert_eq!(refusal(&wrong), (404, json!({"token": "ORDER.LINK_DEAD"})));

    let moved = json!({"from": "Pending", "to": "Processing"});
    let path = format!("orders/{number}/status");
    data(&call(&sales.browser, Method::POST, &path, &moved, "").await);
    let seen = view(&customer, &token).await;
    assert_eq!(
        (text(&seen["status"]), seen["steps"].as_array().unwrap().len()),
        ("Processing", 2)
    );

    assert_eq!(request_link(&shop, &sink, &number).await, token);
    claim(&shop, &sink, &number, &token).await;
    let entry = eventually("the desk sees the claim", || async {
        let order = sales.get(&format!("orders/{number}")).await;
        let entries = order["timeline"].as_array().unwrap().clone();
        entries.into_iter().find(|entry| entry["kind"] == "claimed")
    })
    .await;
    assert_eq!(entry["actor"], Value::Null);
    assert_eq!(view(&customer, &token).await["hasAccount"], true);
}
