//! Authorization: ownership and CSRF.

use reqwest::Method;
use serde_json::json;
use testkit::{Browser, Shop, ShopOptions};

#[tokio::test]
async fn returns_404_for_another_users_entities() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;
    let (leyla, ruslan) = (shop.customer("leyla").await, shop.customer("ruslan").await);

    let cart = leyla.post("carts/create", &json!({})).await;
    let cart = cart.body["data"]["id"].as_str().unwrap().to_owned();
    let item = json!({"cartId": cart, "productId": product, "quantity": 1});
    assert_eq!(ruslan.post("carts/add-item", &item).await.status, 404);
    assert_eq!(ruslan.delete(&format!("carts/{cart}/clear")).await.status, 404);

    let order = Browser::order(&leyla.user_id().await, &[(product, 1)]);
    let foreign = ruslan.check_out("key", &order).await;
    assert_eq!(foreign.status, 403, "{foreign:?}");
    let own = leyla.buy("key", &order).await;
    let id = own.body["data"]["id"].as_str().unwrap();
    assert_eq!(ruslan.get(&format!("account/orders/{id}")).await.status, 404);
    assert_eq!(
        ruslan
            .post(&format!("account/orders/{id}/cancel"), &json!({}))
            .await
            .status,
        404
    );

    let quote = json!({
        "name": "Leyla", "surname": "Məmmədova", "phone": "+994501234567", "email": Browser::email("leyla"),
        "productId": product, "measuring": "own",
        "measures": {"widthMm": 2430, "depthMm": 600, "heightMm": 2620},
    });
    let sent = leyla.post("ProductInquiries/submit", &quote).await;
    let number = sent.body["data"]["number"].as_str().unwrap();
    let listed = leyla.get("account/quotes").await;
    assert_eq!(listed.body["totalRecords"], 1, "{listed:?}");
    assert_eq!(listed.body["data"][0]["items"][0]["measures"], quote["measures"]);
    let own = leyla.get(&format!("account/quotes/{number}")).await;
    assert_eq!(own.body["data"], listed.body["data"][0]);
    // The number and the e-mail alone open nothing.
    assert_eq!(ruslan.get("account/quotes").await.body["data"], json!([]));
    for (browser, status) in [(&ruslan, 404), (&shop.visitor(), 401)] {
        let refused = browser.get(&format!("account/quotes/{number}")).await;
        assert_eq!(refused.status, status, "{refused:?}");
    }
    assert_eq!(leyla.get("account/quotes/SQ-1").await.status, 404);
    assert_eq!(leyla.get("account/quotes?limit=101").await.status, 400);

    let address = json!({
        "fullName": "Leyla Məmmədova", "phoneNumber": "050 123 45 67", "streetAddress": "Nizami 1",
        "city": "Bakı", "state": "Bakı", "zipCode": "AZ1000", "country": "Azerbaijan",
    });
    let saved = leyla.post("account/addresses", &address).await;
    assert_eq!(saved.status, 200, "{saved:?}");
    let id = saved.body["data"]["id"].as_str().unwrap();
    assert_eq!(
        ruslan
            .put(&format!("account/addresses/{id}"), &address)
            .await
            .status,
        404
    );
    assert_eq!(
        ruslan.delete(&format!("account/addresses/{id}")).await.status,
        404
    );
    assert_eq!(leyla.delete(&format!("account/addresses/{id}")).await.status, 200);
}

#[tokio::test]
async fn unsafe_methods_require_csrf_token_and_same_origin() {
    let shop = Shop::start(ShopOptions::default()).await;
    let leyla = shop.customer("leyla").await;
    let body = json!({});
    let call = |headers: &'static [(&'static str, &'static str)]| {
        let (leyla, body) = (leyla.clone(), body.clone());
        async move {
            leyla
                .send(Method::POST, "carts/create", Some(&body), headers)
                .await
                .status
        }
    };
    assert_eq!(call(&[]).await, 200);
    assert_eq!(call(&[("x-xsrf-token", "")]).await, 403);
    assert_eq!(call(&[("x-xsrf-token", "wrong")]).await, 403);
    assert_eq!(call(&[("sec-fetch-site", "cross-site")]).await, 403);
    assert_eq!(
        call(&[("sec-fetch-site", ""), ("origin", "https://elsewhere.example")]).await,
        403
    );

    let ruslan = shop.customer("ruslan").await;
    let token = ruslan.cookie("XSRF-TOKEN").unwrap();
    let foreign = leyla
        .send(
            Method::POST,
            "carts/create",
            Some(&body),
            &[("x-xsrf-token", &token)],
        )
        .await;
    assert_eq!(foreign.status, 403, "token of another session family");

    assert_eq!(shop.visitor().post("carts/create", &body).await.status, 401);
}
