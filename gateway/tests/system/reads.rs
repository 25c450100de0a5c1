//! Cached reads: responses are the same as uncached ones, and follow changes.

use std::time::Duration;

use kit::grpc::client::on_behalf_of;
use proto::catalog::v1::{
    StockChange, UpdateProductRequest, catalog_service_client::CatalogServiceClient, stock_change,
};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use testkit::{Browser, Shop, ShopOptions, caller, eventually, eventually_within};

/// Within this time, which is less than a time to live, an event reaches all gateways.
const INVALIDATION_DELAY: Duration = Duration::from_secs(5);

const LIST: &str = "products?page=1&limit=10";

async fn open(shop: &Shop, path: &str, encoding: &str) -> (HeaderMap, Vec<u8>) {
    let request = reqwest::Client::new()
        .get(format!("{}/api/v1.0/{path}", shop.url()))
        .header("accept-encoding", encoding);
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200, "{path}");
    let mut headers = response.headers().clone();
    headers.remove("date");
    (headers, response.bytes().await.unwrap().to_vec())
}

/// Returns the number of lookups in the gateway's cache of responses with a result.
async fn lookups(shop: &Shop, result: &str) -> f64 {
    let labels = [("cache", "responses"), ("result", result)];
    shop.scrape("gateway")
        .await
        .value("storefront_gateway_cache_lookups_total", &labels)
        .unwrap()
}

#[tokio::test]
async fn cached_responses_are_the_same_as_the_first_ones() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    for path in [
        LIST.to_owned(),
        format!("products/{product}"),
        "products/category/1".to_owned(),
        "products/category/1/count".to_owned(),
        "products/search?searchTerm=SK-1".to_owned(),
        "products/suggest?q=SK-1".to_owned(),
        "search/suggest?q=SK-1".to_owned(),
        "categories".to_owned(),
        "campaign/active".to_owned(),
        "projects".to_owned(),
        "stores".to_owned(),
        "shop-terms".to_owned(),
    ] {
        let first = open(&shop, &path, "identity").await;
        // The event of the new product may arrive after the first request, and drop its response.
        eventually("a response comes from the cache", || async {
            let hits = lookups(&shop, "hit").await;
            let cached = open(&shop, &path, "identity").await;
            assert_eq!(cached, first, "{path}");
            (lookups(&shop, "hit").await > hits).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn gateways_show_what_orders_and_staff_change() {
    let shop = Shop::start(ShopOptions::default()).await;
    let (_gateway, address) = shop.second_gateway().await;
    let product = shop.product("SK-1", 10_000, 0, Some(3)).await;
    let (here, leyla) = (shop.visitor(), shop.customer("leyla").await);
    let there = here.at(&address);
    let one = format!("products/{product}");
    let shows = async |what: &str, path: &str, expected: &(dyn Fn(&Value) -> bool + Sync)| {
        for visitor in [&here, &there] {
            eventually_within(INVALIDATION_DELAY, what, || async {
                expected(&visitor.get(path).await.body["data"]).then_some(())
            })
            .await;
        }
    };
    shows("the product is listed", LIST, &|list| list[0]["stock"] == 3).await;
    shows("the product is shown", &one, &|product| product["stock"] == 3).await;

    let order = async |key: &str, quantity| {
        let order = Browser::order(&leyla.user_id().await, &[(product, quantity)]);
        assert_eq!(leyla.buy(key, &order).await.status, 200);
        shop.wait_until_cart_is_empty(&leyla).await;
    };
    order("first", 2).await;
    shows("the product has fewer pieces", &one, &|product| {
        product["stock"] == 1
    })
    .await;
    order("second", 1).await;
    shows("the product is sold out", &one, &|product| product["stock"] == 0).await;
    shows("lists show it as sold out", LIST, &|list| list[0]["stock"] == 0).await;
    update(&shop, |change| change.stock = Some(pieces(7))).await;
    shows("lists show it as available", LIST, &|list| list[0]["stock"] == 7).await;

    shop.product("SK-2", 20_000, 0, None).await;
    shows("a new product is listed", LIST, &|list| list[1]["code"] == "SK-2").await;
    let count = "products/category/1/count";
    let counts = async |expected: u64| {
        for visitor in [&here, &there] {
            eventually_within(INVALIDATION_DELAY, "products are counted", || async {
                (visitor.get(count).await.body == json!(expected)).then_some(())
            })
            .await;
        }
    };
    counts(2).await;
    let cheap = "products?page=1&limit=10&maxPrice=50";
    shows("no product is cheap", cheap, &|list| list == &json!([])).await;
    update(&shop, |change| change.price_minor = Some(4_000)).await;
    shows("a cheaper product is listed", cheap, &|list| {
        list[0]["code"] == "SK-1"
    })
    .await;
    let search = "products/search?searchTerm=SK-1";
    shows("a search shows the price", search, &|list| list[0]["price"] == 40).await;
    update(&shop, |change| change.is_active = Some(false)).await;
    shows("an inactive product is not found", search, &|list| {
        list == &json!([])
    })
    .await;
    shows("an inactive product is not listed", cheap, &|list| {
        list == &json!([])
    })
    .await;
    counts(1).await;
}

const fn pieces(pieces: i64) -> StockChange {
    StockChange {
        value: Some(stock_change::Value::Quantity(pieces)),
    }
}

/// Changes the product SK-1.
async fn update(shop: &Shop, change: impl Fn(&mut UpdateProductRequest)) {
    let mut request = UpdateProductRequest {
        code: "SK-1".to_owned(),
        ..UpdateProductRequest::default()
    };
    change(&mut request);
    CatalogServiceClient::new(shop.client("catalog"))
        .update_product(on_behalf_of(&caller::staff(), request))
        .await
        .unwrap();
}
