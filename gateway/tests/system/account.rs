//! Addresses and wishlist of an account.

use serde_json::{Value, json};
use testkit::{Browser, Shop, ShopOptions};

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
