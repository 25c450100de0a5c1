//! The conversation of a quote: both sides write, with a photo, and learn what was read.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{ApiResponse, Member, Shop, SmtpSink, desk_call, eventually, response_data as data};

use super::{
    desk::{mail_to, refusal, text, token_after},
    files::{PDF, upload as upload_file},
};

/// A JPEG of 8 x 8 gray pixels with a place in its metadata.
fn jpeg() -> Vec<u8> {
    let table = |class: u8| [&b"\xff\xc4\x00\x14"[..], &[class, 1], &[0; 16]].concat();
    [
        b"\xff\xd8\xff\xe1\x00\x13Exif\0\0GPS 40.4093".as_slice(),
        b"\xff\xdb\x00\x43\x00",
        &[1; 64],
        b"\xff\xc0\x00\x0b\x08\x00\x08\x00\x08\x01\x01\x11\x00",
        &table(0x00),
        &table(0x10),
        b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x3f\xff\xd9",
    ]
    .concat()
}

/// Uploads a photo by a link; returns the status and the body.
async fn upload(shop: &Shop, token: &str, content: &[u8]) -> (u16, Value) {
    let part = |head: &str| format!("--x\r\nContent-Disposition: form-data; {head}\r\n\r\n").into_bytes();
    let form = [
        &part("name=\"token\""),
        token.as_bytes(),
        b"\r\n",
        &part("name=\"file\"; filename=\"wall.jpg\""),
        content,
        b"\r\n--x--\r\n",
    ]
    .concat();
    let request = reqwest::Client::new().post(format!("{}/api/v1.0/conversations/photos", shop.url()));
    let response = request
        .header("content-type", "multipart/form-data; boundary=x")
        .body(form)
        .send()
        .await
        .unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

/// Reads a photo by a link; returns the status and the bytes.
async fn photo(shop: &Shop, token: &str, id: &str) -> (u16, Vec<u8>) {
    let request = reqwest::Client::new().post(format!("{}/api/v1.0/conversations/photo", shop.url()));
    let response = request
        .json(&json!({"token": token, "mediaId": id}))
        .send()
        .await
        .unwrap();
    let status = response.status().as_u16();
    if status == 202 {
        assert_eq!(response.headers()["retry-after"], "1");
    }
    if status == 200 {
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    }
    (status, response.bytes().await.unwrap().to_vec())
}

/// Checks the conversation of a quote of the customer with this e-mail, and that another quote's link opens nothing of it.
pub(super) async fn check(
    shop: &Shop,
    sink: &SmtpSink,
    sales: &Member,
    warehouse: &Member,
    quote: &str,
    product: i64,
    email: &str,
) {
    let prefix = "/conversation#";
    let receipt = mail_to(sink, email, &format!("{prefix}{quote}")).await;
    let token = token_after(&receipt, prefix);
    let customer = shop.visitor();
    let (status, refused) = upload(shop, &token, b"<svg onload=alert(1)>").await;
    assert_eq!(
        (status, &refused["errors"]),
        (415, &json!({"file": "MEDIA.TYPE"}))
    );
    let (status, uploaded) = upload(shop, &token, &jpeg()).await;
    assert_eq!(status, 200, "{uploaded}");
    let id = text(&uploaded["data"]["mediaId"]);
    let message = |token: &str, number: u8| {
        json!({"token": token, "id": format!("01936b2e-7c00-7000-8000-0000000009{number:02}"), "text": "Divar",
            "mediaIds": [id]})
    };
    assert_eq!(photo(shop, &token, id).await.0, 404, "no message has it yet");
    for _ in 0..2 {
        let written = data(&customer.post("conversations/messages", &message(&token, 1)).await);
        assert_eq!(written["messages"].as_array().unwrap().len(), 1);
    }

    // Staff sees the message, with the photo as WebP without its metadata.
    let path = format!("quotes/{quote}/messages");
    let shown = sales.get(&path).await;
    let shown = &shown["messages"][0];
    assert_eq!(
        (
            text(&shown["side"]),
            text(&shown["text"]),
            &shown["readAt"],
            &shown["files"][0]["mediaId"]
        ),
        ("customer", "Divar", &Value::Null, &uploaded["data"]["mediaId"])
    );
    let bytes = eventually("the photo is converted", || async {
        let (status, bytes) = photo(shop, &token, id).await;
        assert!([200, 202].contains(&status), "{status}");
        (status == 200).then_some(bytes)
    })
    .await;
    assert!(bytes.starts_with(b"RIFF"));
    assert!(!bytes.windows(7).any(|part| part == b"40.4093"));
    let of_staff = super::desk_products::bytes(shop, sales, &format!("{path}/photos/{id}")).await;
    assert_eq!(of_staff, bytes);

    // The link of another quote neither reads the photo nor can send it.
    let form = json!({"name": "Rauf", "surname": "Quliyev", "phone": "+994551112233", "email": "rauf@example.com",
        "productId": product});
    let other = data(&customer.post("ProductInquiries/submit", &form).await);
    let other = text(&other["conversationToken"]);
    assert_eq!(photo(shop, other, id).await.0, 404);
    let stolen = customer.post("conversations/messages", &message(other, 2)).await;
    assert_eq!(refusal(&stolen), (400, json!({"mediaIds[0]": "MEDIA.NOT_FOUND"})));

    // The answer is mailed with the link, and read there.
    let answer = sales
        .post(&path, json!({"text": "Hündürlüyü neçədir?", "mediaIds": []}))
        .await;
    assert!(
        answer["messages"][0]["readAt"].is_string(),
        "who answers has read"
    );
    assert_eq!(
        (&answer["messages"][1]["readAt"], &answer["isMailed"]),
        (&Value::Null, &json!(true))
    );
    let mail = mail_to(sink, email, "Hündürlüyü neçədir?").await;
    assert_eq!(token_after(&mail, prefix), token);
    let seen = json!({"token": token, "isSeen": true});
    let seen = data(&customer.post("conversations/view", &seen).await);
    assert_eq!(text(&seen["messages"][1]["text"]), "Hündürlüyü neçədir?");
    assert!(sales.get(&path).await["messages"][1]["readAt"].is_string());
    check_files(shop, sales, warehouse, quote).await;
}

/// Attaches a file to a quote and to a note, which is opened by whoever may read the quote.
async fn check_files(shop: &Shop, sales: &Member, warehouse: &Member, quote: &str) {
    let id = upload_file(shop, sales, "plan").await;
    let content = format!("media/{id}/content");
    let open = async |member: &Member| {
        desk_call(&member.browser, Method::GET, &content, &Value::Null, "")
            .await
            .status
    };
    let attach = json!({"mediaIds": [id]});
    let path = format!("quotes/{quote}");
    let theirs = call_as(warehouse, &format!("{path}/files"), &attach).await;
    assert_eq!(refusal(&theirs), (403, json!({"general": "DESK.ROLE"})));
    let unknown = json!({"mediaIds": [id, "01936b2e-7c00-7000-8000-000000000802"]});
    let unknown = call_as(sales, &format!("{path}/files"), &unknown).await;
    assert_eq!(
        refusal(&unknown),
        (400, json!({"mediaIds[1]": "MEDIA.NOT_FOUND"}))
    );
    let attached = sales.post(&format!("{path}/files"), attach).await;
    let file = json!({"mediaId": id, "name": "plan.pdf", "type": "application/pdf", "size": PDF.len()});
    let last = |quote: &Value| quote["timeline"].as_array().unwrap().last().unwrap().clone();
    let entry = last(&attached);
    assert_eq!(
        (&entry["kind"], &entry["detail"]["files"]),
        (&json!("file"), &json!([file]))
    );

    assert_eq!((open(sales).await, open(warehouse).await), (200, 404));
    let note = json!({"text": "@Elçin bax", "mentions": [warehouse.id], "mediaIds": [id]});
    let noted = last(&sales.post(&format!("{path}/notes"), note).await);
    assert_eq!(
        (&noted["kind"], &noted["detail"]["files"]),
        (&json!("note"), &json!([file]))
    );
    eventually("content knows the quote", || async {
        (open(warehouse).await == 200).then_some(())
    })
    .await;
    assert_eq!(super::desk_products::bytes(shop, warehouse, &content).await, PDF);
}

async fn call_as(member: &Member, path: &str, body: &Value) -> ApiResponse {
    desk_call(&member.browser, Method::POST, path, body, "files").await
}
