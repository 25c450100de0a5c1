//! The daily work at the desk: saved views, prepared texts, dead letters and downloads, by role.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{ApiResponse, Member, Shop, desk_call as call, eventually, response_data as data};

use super::{
    desk::{refusal, text},
    desk_products::download,
};

async fn get(member: &Member, path: &str) -> ApiResponse {
    call(&member.browser, Method::GET, path, &Value::Null, "").await
}

async fn put(member: &Member, path: &str, body: &Value) -> ApiResponse {
    call(&member.browser, Method::PUT, path, body, "").await
}

/// Saves views and prepared texts, downloads lists and replays an event, each as the roles that may and that may not.
pub(super) async fn check(shop: &Shop, owner: &Member, sales: &Member, warehouse: &Member) {
    check_views(owner, sales, warehouse).await;
    check_templates(owner, sales, warehouse).await;
    check_files(shop, owner, sales, warehouse).await;
    check_dead_letters(shop, owner, sales).await;
}

async fn check_views(owner: &Member, sales: &Member, warehouse: &Member) {
    let path = "views/orders/01936b2e-7c00-7000-8000-000000000801";
    let view = json!({"version": 0, "name": "Sabah", "filter": "status=Shipped", "columns": ["status"]});
    let saved = data(&put(warehouse, path, &view).await);
    assert_eq!(
        (&saved["version"], text(&saved["owner"]["id"])),
        (&json!(1), &*warehouse.id)
    );
    let taken = put(warehouse, path, &view).await;
    assert_eq!(refusal(&taken), (409, json!({"version": "DESK.CHANGED"})));
    assert_eq!(taken.body["data"], saved);
    let foreign = put(owner, path, &view).await;
    assert_eq!(refusal(&foreign), (404, json!({"general": "ERROR.NOT_FOUND"})));
    let shared = json!({"version": 0, "name": "Hamı", "filter": "", "columns": [], "isShared": true});
    let path = "views/orders/01936b2e-7c00-7000-8000-000000000802";
    assert_eq!(put(sales, path, &shared).await.status, 403);
    data(&put(owner, path, &shared).await);
    assert_eq!(sales.get("views/orders").await[0]["name"], "Hamı");
    assert_eq!(warehouse.get("views/orders").await.as_array().unwrap().len(), 2);
    assert_eq!(get(sales, "views/offers").await.status, 404);
}

async fn check_templates(owner: &Member, sales: &Member, warehouse: &Member) {
    let delivered = sales.get("templates/price_ready").await;
    assert_eq!(
        (&delivered["version"], &delivered["changedBy"]),
        (&json!(1), &json!(null))
    );
    assert_eq!(get(warehouse, "templates").await.status, 403);
    assert_eq!(put(sales, "templates/price_ready", &delivered).await.status, 403);
    let mut changed = delivered.clone();
    changed["textAz"] = json!("{price}");
    let refused = put(owner, "templates/price_ready", &changed).await;
    assert_eq!(
        refusal(&refused),
        (400, json!({"textAz": "TEMPLATE.PLACEHOLDER"}))
    );
    changed["textAz"] = json!("Salam, {name}!");
    let saved = data(&put(owner, "templates/price_ready", &changed).await);
    assert_eq!(
        (&saved["version"], text(&saved["changedBy"]["id"])),
        (&json!(2), &*owner.id)
    );
    changed["version"] = json!(0);
    let taken = put(owner, "templates/price_ready", &changed).await;
    assert_eq!(refusal(&taken), (409, json!({"code": "CONTENT.CODE_TAKEN"})));
    assert_eq!(taken.body["data"], saved);
}

async fn check_files(shop: &Shop, owner: &Member, sales: &Member, warehouse: &Member) {
    for list in ["quotes", "orders", "customers"] {
        let path = format!("{list}.csv");
        assert_eq!(get(warehouse, &path).await.status, 403, "{list}");
        let file = download(shop, sales, &path).await;
        assert!(!file.contains("+994") && !file.contains("Leyla"), "{file}");
        assert_eq!(file.lines().count(), 2, "{file}");
    }
    let contacts = get(sales, "quotes.csv?columns=number,customer.phone").await;
    assert_eq!(refusal(&contacts), (403, json!({"general": "DESK.ROLE"})));
    let unknown = get(sales, "orders.csv?columns=orderNumber,customer").await;
    assert_eq!(refusal(&unknown), (400, json!({"columns": "FIELD.INVALID"})));
    assert_eq!(get(sales, "activity.csv").await.status, 403);

    // The owner has confirmed a code for the invitations.
    let path = "orders.csv?q=Leyla&columns=status,customer.phone,totalAmount&lang=az";
    let file = download(shop, owner, path).await;
    assert_eq!(
        file,
        "\u{feff}Status;Telefon;Cəmi, AZN\r\nDelivered;'+994501234567;1800,00\r\n"
    );
    let activity = download(
        shop,
        owner,
        "activity.csv?action=Export&lang=en&columns=action,subject.id",
    )
    .await;
    assert_eq!(
        activity,
        "\u{feff}Action;Record\r\nExport;orders\r\nExport;customers\r\nExport;orders\r\nExport;quotes\r\n"
    );
}

async fn check_dead_letters(shop: &Shop, owner: &Member, sales: &Member) {
    let id = "01936b2e-7c00-7000-8000-000000000901";
    sqlx::query(
        "insert into dead_letter (consumer, event_id, subject, payload, reason)
         values ('inquiry-win-ordered', $1::uuid, 'storefront.order.created', '\\xff', 'no order of leyla@example.com')",
    )
    .bind(id)
    .execute(&shop.database("inquiry"))
    .await
    .unwrap();
    assert_eq!(get(sales, "dead-letters").await.status, 403);
    let listed = get(owner, "dead-letters").await.body;
    assert_eq!(
        (&listed["totalRecords"], &listed["missing"]),
        (&json!(1), &json!([]))
    );
    let letter = &listed["data"][0];
    assert_eq!(
        (
            text(&letter["service"]),
            text(&letter["id"]),
            text(&letter["reason"])
        ),
        ("inquiry", id, "no order of …")
    );
    let refused = get(owner, "dead-letters?service=shop").await;
    assert_eq!(refusal(&refused), (400, json!({"service": "FIELD.INVALID"})));
    let unknown = owner
        .try_post(&format!("dead-letters/order/{id}/replay"), &json!({}))
        .await;
    assert_eq!(refusal(&unknown), (404, json!({"general": "ERROR.NOT_FOUND"})));
    owner
        .post(&format!("dead-letters/inquiry/{id}/replay"), json!({}))
        .await;
    // The event cannot be decoded: it fails again, with the error of the replay.
    eventually("the event fails again", || async {
        let listed = owner.get("dead-letters?service=inquiry").await;
        let reason = listed[0]["reason"].as_str().unwrap_or_default();
        reason.starts_with("malformed").then_some(())
    })
    .await;
}
