//! Compares the exported metrics with `docs/telemetry.md`.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use kit::grpc::client::on_behalf_of;
use proto::{
    content::v1::{SetCatalogueUrlRequest, content_service_client::ContentServiceClient},
    notification::v1::{ListMailsRequest, notification_service_client::NotificationServiceClient},
};
use serde_json::json;
use testkit::{Browser, Shop, ShopOptions, eventually_within};

const PAGE: &str = include_str!("../../../docs/telemetry.md");

/// A row of the table: kind, labels, processes.
type Row = (String, BTreeSet<String>, BTreeSet<String>);

/// Returns the documented metrics by name.
fn documented() -> BTreeMap<String, Row> {
    let cells = |line: &str| -> Vec<String> { line.split('|').map(|cell| cell.trim().to_owned()).collect() };
    let listed = |cell: &str| -> BTreeSet<String> {
        cell.split(',')
            .map(|item| item.trim().trim_matches('`').to_owned())
            .filter(|item| !item.is_empty())
            .collect()
    };
    PAGE.lines()
        .skip_while(|line| !line.starts_with("| name | kind | labels | processes"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .map(|cells| {
            let name = cells[1].trim_matches('`').to_owned();
            (name, (cells[2].clone(), listed(&cells[3]), listed(&cells[4])))
        })
        .collect()
}

/// Returns the exported metrics of all processes by name.
async fn exported(shop: &Shop) -> BTreeMap<String, Row> {
    let mut found: BTreeMap<String, Row> = BTreeMap::new();
    let services = shop.service_names();
    for service in &services {
        for (name, family) in shop.scrape(service).await.families() {
            let line = found.entry(name).or_default();
            line.0 = family.kind;
            line.1.extend(family.labels);
            line.2.insert(service.clone());
        }
    }
    for line in found.values_mut() {
        if line.2.len() == services.len() {
            line.2 = BTreeSet::from(["all".to_owned()]);
        }
    }
    found
}

#[tokio::test]
async fn documentation_lists_exactly_the_exported_metrics() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(3)).await;
    let leyla = shop.customer("leyla").await;
    assert_eq!(leyla.add_to_cart(product, 2).await.status, 200);
    let order = Browser::order(&leyla.user_id().await, &[(product, 2)]);
    assert_eq!(leyla.check_out("key", &order).await.status, 200);
    let quote = json!({
        "name": "Leyla", "surname": "Məmmədova", "phone": "+994501234567", "email": "leyla@example.com",
        "productId": product,
    });
    let response = shop.visitor().post("ProductInquiries/submit", &quote).await;
    assert_eq!(response.status, 200, "{response:?}");
    let wish = format!("account/wishlist/{product}");
    assert_eq!(leyla.post(&wish, &json!({})).await.status, 200);
    // A refusal is counted when there is one.
    let wrong = json!({"email": Browser::email("leyla"), "password": "not this one"});
    assert_eq!(shop.visitor().post("Auth/sign-in", &wrong).await.status, 401);
    // These services export rpc metrics only after a staff call.
    let request = SetCatalogueUrlRequest {
        catalogue_url: "https://example.com/catalogue.pdf".to_owned(),
        keep_existing: false,
        from: None,
    };
    ContentServiceClient::new(shop.client("content"))
        .set_catalogue_url(on_behalf_of(&testkit::caller::staff(), request))
        .await
        .unwrap();
    NotificationServiceClient::new(shop.client("notification"))
        .list_mails(on_behalf_of(
            &testkit::caller::staff(),
            ListMailsRequest::default(),
        ))
        .await
        .unwrap();

    let documented = documented();
    assert!(documented.len() > 20, "the table is missing");
    eventually_within(
        Duration::from_secs(30),
        "documentation and metrics agree",
        || async {
            let exported = exported(&shop).await;
            if exported == documented {
                return Some(());
            }
            for name in exported.keys().chain(documented.keys()).collect::<BTreeSet<_>>() {
                if exported.get(name) != documented.get(name) {
                    eprintln!(
                        "{name}: exported {:?}, documented {:?}",
                        exported.get(name),
                        documented.get(name)
                    );
                }
            }
            None
        },
    )
    .await;

    let orders = shop.scrape("order").await;
    assert_eq!(orders.value("storefront_order_placed_total", &[]), Some(1.0));
    assert_eq!(
        orders.value("storefront_order_value_qepik_total", &[]),
        Some(20_000.0)
    );
}
