//! Customers at the desk: merged, taken apart, and wiped in all databases.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{ApiResponse, Member, Shop, desk_call as call, response_data as data, text_columns_with};

use super::desk::{refusal, text};

const SERVICES: [&str; 7] = [
    "account",
    "cart",
    "catalog",
    "content",
    "inquiry",
    "notification",
    "order",
];

async fn post(member: &Member, path: &str, body: Value, key: &str) -> ApiResponse {
    call(&member.browser, Method::POST, path, &body, key).await
}

/// Returns the customer with an e-mail.
async fn customer(owner: &Member, email: &str) -> Value {
    let found = owner.get("customers").await;
    let mut rows = found.as_array().unwrap().iter();
    let row = rows.find(|row| row["email"] == email).unwrap();
    owner.get(&format!("customers/{}", text(&row["id"]))).await
}

/// Merges the two customers of one person, takes them apart, merges them again and wipes the person.
pub(super) async fn check(shop: &Shop, owner: &Member, sales: &Member, product: i64) {
    let form = json!({
        "name": "Kamran", "surname": "Quliyev", "phone": "+994501234569", "email": "kamran.q@example.com",
        "productId": product, "quantity": 1,
    });
    data(&shop.visitor().post("ProductInquiries/submit", &form).await);
    let (one, other) = (
        customer(owner, "kamran@example.com").await,
        customer(owner, "kamran.q@example.com").await,
    );
    let (id, other_id) = (text(&one["id"]), text(&other["id"]));
    let merge = format!("customers/{id}/merge");
    let body = |one: &Value, other: &Value| json!({"version": one["version"], "otherId": other["id"], "otherVersion": other["version"]});
    let refused = post(sales, &merge, body(&one, &other), "a").await;
    assert_eq!(refusal(&refused), (403, json!({"general": "DESK.ROLE"})));
    let stale = json!({"version": one["version"], "otherId": other_id, "otherVersion": 9});
    let stale = post(owner, &merge, stale, "a").await;
    assert_eq!(refusal(&stale), (409, json!({"otherVersion": "DESK.CHANGED"})));
    assert_eq!(stale.body["data"]["id"], other_id);
    let merged = data(&post(owner, &merge, body(&one, &other), "a").await);
    assert_eq!(
        (&merged["quotesCount"], merged["phones"].as_array().unwrap().len()),
        (&json!(2), 2)
    );
    assert_eq!(text(&merged["merges"][0]["by"]["id"]), owner.id);
    assert_eq!(owner.get(&format!("customers/{other_id}")).await["id"], id);

    let apart = format!("{merge}/{}", text(&merged["merges"][0]["id"]));
    let separated = data(&call(&owner.browser, Method::DELETE, &apart, &json!({}), "").await);
    assert_eq!(
        (
            &separated["quotes"][0]["number"],
            &separated["quotesCount"],
            &separated["phones"],
            &separated["merges"]
        ),
        (&one["quotes"][0]["number"], &json!(1), &one["phones"], &json!([]))
    );
    let gone = call(&owner.browser, Method::DELETE, &apart, &json!({}), "").await;
    assert_eq!(refusal(&gone), (404, json!({"general": "CUSTOMER.NOT_FOUND"})));
    let other = owner.get(&format!("customers/{other_id}")).await;
    assert_eq!(text(&other["email"]), "kamran.q@example.com");
    let merged = data(&post(owner, &merge, body(&separated, &other), "b").await);

    let discount = format!("customers/{id}/discount");
    let refused = call(
        &owner.browser,
        Method::PUT,
        &discount,
        &json!({"from": 0, "discount": 10}),
        "",
    )
    .await;
    assert_eq!(
        refusal(&refused),
        (409, json!({"general": "CUSTOMER.NO_ACCOUNT"}))
    );

    wipe(owner, sales, &merged).await;
    shop.wait_until_idle().await;
    for service in SERVICES {
        let found = text_columns_with(&shop.database(service), &["kamran", "501234568", "501234569"]).await;
        assert_eq!(found, Vec::<String>::new(), "{service}");
    }
}

async fn wipe(owner: &Member, sales: &Member, customer: &Value) {
    let version = json!({"version": customer["version"]});
    let path = format!("customers/{}/wipe", text(&customer["id"]));
    let refused = post(sales, &path, version.clone(), "a").await;
    assert_eq!(refusal(&refused), (403, json!({"general": "DESK.ROLE"})));
    let refused = post(owner, &path, version.clone(), "a").await;
    assert_eq!(
        refusal(&refused),
        (409, json!({"general": "CUSTOMER.HAS_OPEN_QUOTE"}))
    );
    // The order of this customer is delivered, but not completed.
    let leyla = self::customer(owner, "leyla@example.com").await;
    let busy = format!("customers/{}/wipe", text(&leyla["id"]));
    let refused = post(owner, &busy, json!({"version": leyla["version"]}), "a").await;
    assert_eq!(
        refusal(&refused),
        (409, json!({"general": "CUSTOMER.HAS_OPEN_ORDER"}))
    );
    for quote in customer["quotes"].as_array().unwrap() {
        let lost = json!({"from": quote["status"], "to": "lost", "reason": "price"});
        let path = format!("quotes/{}/status", text(&quote["number"]));
        data(&post(owner, &path, lost, "a").await);
    }
    let wiped = data(&post(owner, &path, version.clone(), "a").await);
    assert_eq!(
        (
            &wiped["isWiped"],
            &wiped["name"],
            &wiped["phones"],
            &wiped["merges"]
        ),
        (&json!(true), &json!(null), &json!([]), &json!([]))
    );
    let again = data(&post(owner, &path, version, "a").await);
    assert_eq!(again["version"], wiped["version"], "the key replays it");
}
