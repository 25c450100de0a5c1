//! Costs of designs: no answer to the public, no file and no log has them.

use testkit::{Member, Shop};

use crate::{
    designs::{NICHE, SECRETS},
    desk_products::bytes,
};

/// Cost and margin of the design under the first price book, as texts and in qəpik.
const SUMS: [&str; 4] = ["1947.89", "194789", "521.60", "52160.0"];

/// Services that log; the gateway among them.
const LOGS: [&str; 8] = [
    "account",
    "cart",
    "catalog",
    "content",
    "gateway",
    "inquiry",
    "notification",
    "order",
];

/// Fails if a text has a name of the price book, or a sum of it.
fn expect_none(source: &str, text: &str) {
    for secret in SECRETS.iter().chain(&SUMS) {
        assert!(!text.contains(secret), "{secret} in {source}: {text}");
    }
}

/// Fetches a path of the shop without a session, and returns the status with the content.
async fn fetch(shop: &Shop, path: &str) -> (u16, String) {
    let response = reqwest::get(format!("{}{path}", shop.url())).await.unwrap();
    let status = response.status().as_u16();
    let content = response.bytes().await.unwrap();
    (status, String::from_utf8_lossy(&content).into_owned())
}

/// Reads each call that needs no session, each file of a design, the workshop's files of an order, and all logs.
pub(super) async fn check(shop: &Shop, manager: &Member, order: &str) {
    let contract = shop.visitor().get("/api/v1.0/openapi.json").await.body;
    let mut answered = 0;
    for (path, operations) in contract["paths"].as_object().unwrap() {
        let is_public = !path.starts_with("/api/v1.0/desk/") && operations.get("get").is_some();
        if !is_public || path.ends_with("/openapi.json") {
            continue;
        }
        let segments = path
            .split('/')
            .map(|part| if part.starts_with('{') { "1" } else { part });
        let path = format!("{}?searchTerm=a&q=a", segments.collect::<Vec<_>>().join("/"));
        let (status, text) = fetch(shop, &path).await;
        answered += usize::from(status == 200);
        expect_none(&path, &text);
    }
    assert!(answered > 10, "only {answered} calls answer");

    let views = ["front", "inside", "plan"].map(|view| format!("/images/designs/{NICHE}.svg?view={view}"));
    let models = ["glb", "usdz"].map(|kind| format!("/ar/{NICHE}.{kind}"));
    for path in views.iter().chain(&models) {
        let (status, text) = fetch(shop, path).await;
        assert_eq!(status, 200, "{path}");
        expect_none(path, &text);
    }
    for file in [
        "",
        "/labels",
        "/cuts.csv?for=people",
        "/cuts.csv?for=opticutter",
        "/cuts.csv?for=cutlist",
        "/parts.zip",
    ] {
        let file = bytes(shop, manager, &format!("orders/{order}/workshop{file}")).await;
        // The size of the boards that are cut is no secret.
        let text = String::from_utf8_lossy(&file).replace("\"sheetMm\"", "");
        expect_none("a file of the workshop", &text);
    }
    for service in LOGS {
        expect_none(service, &shop.full_log(service));
    }
}
