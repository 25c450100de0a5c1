//! Addresses and wishlist of an account.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, Shop, ShopOptions};

fn address(street: &str) -> Value {
    json!({
        "fullName": "Leyla Məmmədova", "phoneNumber": "+994501234567", "streetAddress": street,
        "city": "Bakı", "state": "Bakı", "zipCode": "AZ1000", "country": "Azerbaijan",
        "isDefaultShipping": false, "isDefaultBilling": false,
    })
}

/// Returns the streets of the default address, or of all others.
async fn streets(leyla: &Browser, is_default: bool) -> Vec<String> {
    let saved = leyla.get("account/addresses").await;
    let addresses = saved.body["data"].as_array().unwrap();
    let mut streets: Vec<_> = addresses
        .iter()
        .filter(|address| address["isDefaultShipping"] == is_default)
        .map(|address| address["streetAddress"].as_str().unwrap().to_owned())
        .collect();
    streets.sort();
    streets
}

#[tokio::test]
async fn creates_updates_and_deletes_addresses() {
    let shop = Shop::start(ShopOptions::default()).await;
    let leyla = shop.customer("leyla").await;
    let first = leyla.post("account/addresses", &address("Nizami 1")).await;
    assert_eq!(first.status, 200, "{first:?}");
    assert_eq!(first.body["data"]["isDefaultShipping"], true, "{first:?}");
    let second = leyla.post("account/addresses", &address("Nizami 2")).await;
    assert_eq!(streets(&leyla, true).await, ["Nizami 1"]);
    assert_eq!(streets(&leyla, false).await, ["Nizami 2"]);

    let path = format!(
        "account/addresses/{}",
        second.body["data"]["id"].as_str().unwrap()
    );
    assert_eq!(leyla.put(&path, &address("Nizami 3")).await.status, 200);
    let default = leyla.post(&format!("{path}/default"), &json!({})).await;
    assert_eq!(default.status, 200, "{default:?}");
    assert_eq!(streets(&leyla, true).await, ["Nizami 3"]);

    // The newest remaining address becomes the default.
    assert_eq!(leyla.delete(&path).await.status, 200);
    assert_eq!(streets(&leyla, true).await, ["Nizami 1"]);
    assert_eq!(leyla.delete(&path).await.status, 404);
}

#[tokio::test]
async fn adds_and_removes_wishes() {
    let shop = Shop::start(ShopOptions::default()).await;
    let products = [
        shop.product("SK-1", 10_000, 0, Some(2)).await,
        shop.product("SK-2", 20_000, 15, None).await,
    ];
    let leyla = shop.customer("leyla").await;
    let wishlist = async || {
        let wishes = leyla.get("account/wishlist").await;
        let wishes = wishes.body["data"].as_array().cloned().unwrap();
        let mut ids: Vec<_> = wishes
            .iter()
            .map(|wish| wish["productId"].as_i64().unwrap())
            .collect();
        ids.sort_unstable();
        ids
    };
    for product in products.into_iter().chain(products) {
        let path = format!("account/wishlist/{product}");
        assert_eq!(leyla.post(&path, &json!({})).await.status, 200, "idempotent");
    }
    assert_eq!(wishlist().await, products);
    let path = format!("account/wishlist/{}", products[0]);
    for _ in 0..2 {
        assert_eq!(leyla.delete(&path).await.status, 200, "idempotent");
    }
    assert_eq!(wishlist().await, [products[1]]);
    assert_eq!(leyla.delete("account/wishlist").await.status, 200);
    assert_eq!(wishlist().await, Vec::<i64>::new());
}

const SERVICES: [&str; 7] = [
    "account",
    "cart",
    "catalog",
    "content",
    "inquiry",
    "notification",
    "order",
];

/// Returns the tables of all services that hold one of the texts, as text or as bytes.
async fn tables_with(shop: &Shop, texts: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for service in SERVICES {
        let database = shop.database(service);
        let tables: Vec<String> =
            sqlx::query_scalar("select tablename::text from pg_tables where schemaname = 'public'")
                .fetch_all(&database)
                .await
                .unwrap();
        for table in tables {
            let statement = format!(
                "select exists (
                     select from {table} as entry, unnest($1::text[]) as searched
                     where strpos(lower(entry::text), lower(searched)) > 0
                        or strpos(entry::text, encode(convert_to(searched, 'UTF8'), 'hex')) > 0
                 )"
            );
            let holds: bool = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
                .bind(texts)
                .fetch_one(&database)
                .await
                .unwrap();
            if holds {
                found.push(format!("{service}.{table}"));
            }
        }
    }
    found.sort();
    found
}

async fn close(browser: &Browser, password: &str) -> ApiResponse {
    let body = json!({ "password": password });
    browser.send(Method::DELETE, "account", Some(&body), &[]).await
}

#[tokio::test]
async fn closing_an_account_deletes_the_person_and_keeps_the_orders() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(9)).await;
    let leyla = shop.customer("leyla").await;
    let other = shop.customer("nigar").await;
    let saved = leyla.post("account/addresses", &address("Marker küçəsi 7")).await;
    assert_eq!(saved.status, 200, "{saved:?}");
    leyla.add_to_cart(product, 2).await;
    let mut order = Browser::order(&leyla.user_id().await, &[(product, 2)]);
    order["shippingAddress"]["address"] = json!("Marker küçəsi 7");
    let visit =
        json!({"channel": "ads", "source": "google", "campaign": "Marker", "landingPath": "/az", "at": null});
    order["visit"] = visit.clone();
    let ordered = leyla.check_out("key-1", &order).await;
    assert_eq!(ordered.status, 200, "{ordered:?}");
    let quote = json!({
        "name": "Leyla", "surname": "Marker", "phone": "+994501234567", "email": Browser::email("leyla"),
        "productId": product, "measuring": "visit", "note": "Marker küçəsi 7", "visit": visit,
    });
    assert_eq!(leyla.post("ProductInquiries/submit", &quote).await.status, 200);
    shop.wait_until_idle().await;

    let export = leyla.get("account/export").await;
    assert_eq!(export.status, 200, "{export:?}");
    let data = &export.body["data"];
    assert_eq!(data["email"], json!(Browser::email("leyla")));
    assert_eq!(data["addresses"][0]["streetAddress"], "Marker küçəsi 7");
    assert_eq!(data["orders"][0]["shippingAddress"]["address"], "Marker küçəsi 7");
    assert_eq!(data["inquiries"][0]["surname"], "Marker");
    let piece = json!({
        "productId": product, "designCode": null, "quantity": null, "color": "", "measuring": "visit", "measures": null,
        "measuresOf": "piece", "note": "Marker küçəsi 7",
    });
    assert_eq!(data["inquiries"][0]["items"], json!([piece]));
    assert_eq!(
        (&data["inquiries"][0]["visit"], &data["orders"][0]["visit"]),
        (&visit, &visit)
    );
    let personal = [Browser::email("leyla"), "Marker".to_owned()];
    let personal: Vec<&str> = personal.iter().map(String::as_str).collect();
    let before = tables_with(&shop, &personal).await;
    for table in [
        "account.app_user",
        "account.address",
        "inquiry.inquiry",
        "inquiry.inquiry_item",
        "order.order_address",
        "order.customer_order",
    ] {
        assert!(before.iter().any(|holding| holding == table), "{before:?}");
    }

    let wrong = close(&leyla, "not this one").await;
    assert_eq!(wrong.status, 400, "{wrong:?}");
    assert_eq!(
        wrong.body["errors"]["password"], "PASSWORD.WRONG_CURRENT",
        "{wrong:?}"
    );
    let closed = close(&leyla, Browser::PASSWORD).await;
    assert_eq!(closed.status, 200, "{closed:?}");
    assert_eq!(leyla.get("account/details").await.status, 401);
    shop.wait_until_idle().await;

    assert_eq!(tables_with(&shop, &personal).await, Vec::<String>::new());
    let number = ordered.body["data"]["orderNumber"].as_str().unwrap();
    let kept: (String, i64) =
        sqlx::query_as("select status, total_minor from customer_order where number = $1")
            .bind(number)
            .fetch_one(&shop.database("order"))
            .await
            .unwrap();
    assert_eq!(kept, ("cancelled".to_owned(), 20_000));
    assert_eq!(other.get("account/details").await.status, 200);
    // The address is free again.
    let again = shop.visitor();
    again.register("leyla").await;
    again.sign_in("leyla").await;
    assert_eq!(again.get("account/orders").await.body["data"], json!([]));
}
