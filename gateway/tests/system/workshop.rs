//! The workshop: papers and files of an order's designed pieces, and who may read them.

use std::io::{Cursor, Read as _};

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Member, Shop, desk_call, response_data as data};

use crate::{
    costs,
    designs::{NICHE, publish_dearer},
    desk::refusal,
    desk_products::get,
};

/// As the customer confirmed it, in Russian.
const CONFIRMED: &str = "Подтверждаю размер: в нише 243 × 62 × 262 см";

/// Sets the design of the lines of an order.
async fn set_design(shop: &Shop, number: &str, code: &str) {
    sqlx::query(
        "update order_line set design_code = $2
         where order_id = (select id from customer_order where number = $1)",
    )
    .bind(number)
    .bind(code)
    .execute(&shop.database("order"))
    .await
    .unwrap();
}

async fn refused(member: &Member, path: &str) -> (u16, Value) {
    refusal(&desk_call(&member.browser, Method::GET, path, &Value::Null, "").await)
}

/// Reads the files of the piece as other programs do.
async fn read_files(shop: &Shop, workshop: &Member, number: &str) {
    let path = format!("orders/{number}/workshop/cuts.csv?for=cutlist&lang=en");
    let response = get(shop, workshop, &path).await;
    assert_eq!(
        response.headers()["content-disposition"],
        format!("attachment; filename=\"{number}-cuts.csv\"")
    );
    assert_eq!(response.headers()["cache-control"], "no-store");
    let file = response.bytes().await.unwrap();
    let mut table = csv::Reader::from_reader(&file[..]);
    let row = table.records().next().unwrap().unwrap();
    let row: Vec<_> = row.iter().collect();
    assert_eq!(
        row,
        [
            "2498",
            "588",
            "2",
            "Laminated board, 18 mm, white",
            "1 Side",
            "true"
        ]
    );
    let wrong = format!("orders/{number}/workshop/cuts.csv?for=saw");
    assert_eq!(
        refused(workshop, &wrong).await,
        (400, json!({"for": "FIELD.INVALID"}))
    );

    let response = get(shop, workshop, &format!("orders/{number}/workshop/parts.zip")).await;
    assert_eq!(response.headers()["content-type"], "application/zip");
    let file = response.bytes().await.unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(file)).unwrap();
    let mut side = Vec::new();
    let mut entry = archive.by_name("01-side-2498x588-x2.dxf").unwrap();
    entry.read_to_end(&mut side).unwrap();
    designs::dxf::Drawing::load(&mut side.as_slice()).unwrap();
}

/// Checks papers and files of an order from an accepted offer, for all who ask.
pub(super) async fn check(shop: &Shop, manager: &Member, number: &str) {
    let workshop = Member::by_command(shop, "anbar", "warehouse").await;
    let sales = Member::by_command(shop, "satici", "sales").await;
    let path = format!("orders/{number}/workshop");
    let early = (409, json!({"general": "WORKSHOP.TOO_EARLY"}));
    let role = (403, json!({"general": "DESK.ROLE"}));
    for call in ["", "/labels", "/cuts.csv", "/parts.zip"] {
        let path = format!("{path}{call}");
        assert_eq!(refused(&workshop, &path).await, early, "{call}");
        assert_eq!(refused(&sales, &path).await, role, "{call}");
    }
    let before = manager.get(&path).await;

    let status = format!("orders/{number}/status");
    let step = json!({"from": "Pending", "to": "Processing"});
    data(&desk_call(&manager.browser, Method::POST, &status, &step, "").await);
    publish_dearer(shop, 3).await;
    let sheet = workshop.get(&path).await;
    assert_eq!(
        sheet, before,
        "neither the status nor a newer price book changes the sheet"
    );
    let item = &sheet["items"][0];
    assert_eq!(item["outline"]["given"], json!([2_430, 2_620, 620]));
    assert_eq!(
        (&item["quantity"], &item["pieces"], &item["confirmedText"]),
        (&json!(1), &json!(73), &json!(CONFIRMED))
    );
    let labels = workshop.get(&format!("{path}/labels")).await;
    assert_eq!(labels[72]["qr"], format!("{number}.1.73"));
    read_files(shop, &workshop, number).await;
    costs::check(shop, manager, number).await;
    let answers = [sheet.to_string(), labels.to_string()];
    for secret in ["1234567", "Leyla", "Nizami", "\"price\"", "cost", "ubtotal"] {
        assert!(
            answers.iter().all(|answer| !answer.contains(secret)),
            "{secret} in {answers:?}"
        );
    }

    let order = manager.get(&format!("orders/{number}")).await;
    let line = &order["items"][0];
    assert_eq!(
        (&line["designCode"], &line["confirmedText"]),
        (&item["code"], &json!(CONFIRMED))
    );
    set_design(shop, number, &NICHE.replace("PJs", "PJt")).await;
    let sheet = workshop.get(&path).await;
    assert_eq!(sheet["items"][0]["isReadable"], false);
    let unreadable = (409, json!({"general": "WORKSHOP.UNREADABLE"}));
    assert_eq!(refused(&workshop, &format!("{path}/cuts.csv")).await, unreadable);
}
