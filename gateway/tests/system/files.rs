//! Files of offers and orders: staff uploads them, and customers and other members open them.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Member, Shop, desk_call, eventually, response_data as data};

use super::desk::{refusal, text};

pub(super) const PDF: &[u8] = b"%PDF-1.7\n%%EOF\n";

/// Uploads `plan.pdf` as a member; returns its id.
pub(super) async fn upload(shop: &Shop, member: &Member, key: &str) -> String {
    let form = [
        b"--x\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\nfile\r\n".as_slice(),
        b"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"plan.pdf\"\r\n\r\n",
        PDF,
        b"\r\n--x--\r\n",
    ]
    .concat();
    let cookie = |name: &str| member.browser.cookie(name).unwrap_or_default();
    let uploaded = reqwest::Client::new()
        .post(format!("{}/api/v1.0/desk/media", shop.url()))
        .header("cookie", format!("desk-session={}", cookie("desk-session")))
        .header("sec-fetch-site", "same-origin")
        .header("x-xsrf-token", cookie("DESK-XSRF-TOKEN"))
        .header("idempotency-key", key)
        .header("content-type", "multipart/form-data; boundary=x")
        .body(form)
        .send()
        .await
        .unwrap();
    let uploaded: Value = uploaded.json().await.unwrap();
    text(&uploaded["data"]["id"]).to_owned()
}

/// Requests the file of an offer by its link; returns the status and the content.
async fn customers_file(shop: &Shop, token: &str, id: &str) -> (u16, Vec<u8>) {
    let response = reqwest::Client::new()
        .post(format!("{}/api/v1.0/offers/file", shop.url()))
        .header("sec-fetch-site", "same-origin")
        .json(&json!({"token": token, "mediaId": id}))
        .send()
        .await
        .unwrap();
    let status = response.status().as_u16();
    (status, response.bytes().await.unwrap().to_vec())
}

/// The customer opens the file of an offer by its link only, and who may read an order opens those of its notes.
pub(super) async fn check(shop: &Shop, sales: &Member, warehouse: &Member, product: i64, other_token: &str) {
    let form = json!({"name": "Aysel", "surname": "Quliyeva", "phone": "+994507654321", "email": "aysel@example.com",
        "productId": product});
    let asked = data(&shop.visitor().post("ProductInquiries/submit", &form).await);
    let path = format!("quotes/{}/offers", text(&asked["number"]));
    let draft = sales.post(&path, json!({"copyFrom": null})).await;
    let path = format!("offers/{}", text(&draft["id"]));
    let change = async |body: Value| desk_call(&sales.browser, Method::PATCH, &path, &body, "").await;
    let drawing = upload(shop, sales, "drawing").await;
    let unknown = json!({"version": draft["version"], "mediaIds": ["01936b2e-7c00-7000-8000-000000000802"]});
    assert_eq!(
        refusal(&change(unknown).await),
        (400, json!({"mediaIds[0]": "MEDIA.NOT_FOUND"}))
    );
    let changed = data(&change(json!({"version": draft["version"], "mediaIds": [drawing]})).await);
    let file = json!({"mediaId": drawing, "name": "plan.pdf", "type": "application/pdf", "size": PDF.len()});
    assert_eq!(changed["files"], json!([file]));
    let send = json!({"version": changed["version"], "mail": false, "total": changed["total"]});
    let sent = sales.post(&format!("{path}/send"), send).await;
    let link = sales.get(&format!("{path}/link")).await;
    let token = text(&link["token"]);
    let seen = data(&shop.visitor().post("offers/view", &json!({"token": token})).await);
    assert_eq!(seen["files"], json!([file]));
    assert_eq!(customers_file(shop, token, &drawing).await, (200, PDF.to_vec()));
    assert_eq!(customers_file(shop, other_token, &drawing).await.0, 404);

    let accept = json!({"token": token, "revision": 1, "total": sent["total"]});
    data(&shop.visitor().post("offers/accept", &accept).await);
    let order = json!({"offerId": draft["id"], "shippingAddress": {"firstName": "Aysel", "phone": "+994507654321",
        "address": "Nizami 2", "city": "Bakı"}});
    let order = data(&desk_call(&sales.browser, Method::POST, "orders", &order, "order-with-files").await);
    let order = format!("orders/{}", text(&order["orderNumber"]));
    let plan = upload(shop, sales, "door").await;
    let note = json!({"text": "Qapı 80 sm", "mediaIds": [plan]});
    let noted = sales.post(&format!("{order}/notes"), note).await;
    let entry = noted["timeline"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&entry["kind"], &entry["detail"]["files"][0]["mediaId"]),
        (&json!("note"), &json!(plan))
    );
    let content = format!("media/{plan}/content");
    let open = async |member: &Member| {
        let opened = desk_call(&member.browser, Method::GET, &content, &Value::Null, "").await;
        opened.status
    };
    // The warehouse reads an order once it is in work.
    assert_eq!((open(sales).await, open(warehouse).await), (200, 404));
    let step = json!({"from": "Pending", "to": "Processing"});
    let status = format!("{order}/status");
    data(&desk_call(&sales.browser, Method::POST, &status, &step, "").await);
    eventually("content knows the order", || async {
        (open(warehouse).await == 200).then_some(())
    })
    .await;
    assert_eq!(super::desk_products::bytes(shop, warehouse, &content).await, PDF);
}
