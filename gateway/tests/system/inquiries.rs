//! Inquiry forms: storage, events, mails, validation and limits.

use std::time::Duration;

use kit::grpc::client::on_behalf_of;
use proto::{
    content::v1::{SetCatalogueUrlRequest, content_service_client::ContentServiceClient},
    inquiry::v1::{
        GetInquiryRequest, GetStaffInquiryRequest, Inquiry, InquiryKind, InquiryStatus,
        UpdateInquiryStatusRequest, inbox_service_client::InboxServiceClient,
        inquiry_service_client::InquiryServiceClient,
    },
};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    ApiResponse, Browser, ReceivedMail, Shop, ShopOptions, SmtpSink, eventually, eventually_within,
};

/// Returns the request of the quote form.
fn quote(product: i64) -> Value {
    json!({
        "name": "Leyla",
        "surname": "Məmmədova",
        "phone": "+994 (50) 123-45-67",
        "email": "leyla@example.com",
        "productId": product,
        "productName": "Something cheaper",
        "productImage": "https://evil.example/1.png",
    })
}

fn message(text: &str) -> Value {
    json!({"name": "Leyla", "phone": "050", "email": "leyla@example.com", "message": text})
}

fn catalogue() -> Value {
    json!({"nameSurname": "Leyla Məmmədova", "phoneNumber": "0501234567", "email": "leyla@example.com"})
}

fn number(response: &ApiResponse) -> String {
    assert_eq!(response.status, 200, "{response:?}");
    response.body["data"]["number"].as_str().unwrap().to_owned()
}

/// Returns an inquiry by its number, as staff.
async fn find(shop: &Shop, number: &str) -> Inquiry {
    let request = GetStaffInquiryRequest {
        number: number.to_owned(),
    };
    let mut client = InboxServiceClient::new(shop.client("inquiry"));
    let response = client
        .get_staff_inquiry(on_behalf_of(&testkit::caller::staff(), request))
        .await
        .unwrap();
    response.into_inner().inquiry.unwrap()
}

async fn post_with_key(browser: &Browser, key: &str, path: &str, body: &Value) -> ApiResponse {
    browser
        .send(Method::POST, path, Some(body), &[("Idempotency-Key", key)])
        .await
}

#[tokio::test]
async fn stores_all_forms_and_publishes_events_without_personal_data() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    let visitor = shop.visitor();

    let quote_number = number(&visitor.post("ProductInquiries/submit", &quote(product)).await);
    let message_number = number(&visitor.post("contacts/submit", &message("Salam")).await);
    let catalogue_number = number(&visitor.post("CatalogueDownloads", &catalogue()).await);
    // The lower-case path is the same form, so this is a duplicate.
    assert_eq!(
        number(&visitor.post("cataloguedownloads", &catalogue()).await),
        catalogue_number
    );

    let inquiry = find(&shop, &quote_number).await;
    assert_eq!(
        (inquiry.kind(), inquiry.status()),
        (InquiryKind::Quote, InquiryStatus::New)
    );
    let quoted = inquiry.product.unwrap();
    // The product data comes from the catalog, not from the form.
    assert_eq!(quoted.name.unwrap().en.trim(), "SK-1 wardrobe");
    assert_eq!(quoted.image, "/images/products/sk-1/1-960.svg");
    assert_eq!(inquiry.sender.unwrap().phone, "+994501234567");
    assert_eq!(
        find(&shop, &message_number).await.sender.unwrap().message,
        "Salam"
    );
    assert_eq!(
        find(&shop, &catalogue_number).await.kind(),
        InquiryKind::Catalogue
    );

    // One event each, without personal data.
    shop.wait_until_idle().await;
    let events: Vec<(String, Vec<u8>)> = sqlx::query_as(
        "select subject, payload from outbox where published_at is not null order by position",
    )
    .fetch_all(&shop.database("inquiry"))
    .await
    .unwrap();
    let subjects: Vec<_> = events.iter().map(|(subject, _)| subject.as_str()).collect();
    assert_eq!(
        subjects,
        [
            "storefront.inquiry.quote_requested",
            "storefront.inquiry.contact_received",
            "storefront.inquiry.catalogue_requested",
        ]
    );
    for (subject, payload) in &events {
        let text = String::from_utf8_lossy(payload);
        assert!(
            !text.contains("Leyla") && !text.contains("leyla"),
            "{subject}: {text}"
        );
    }
    eventually("the quote counts for the product's popularity", || async {
        let one = visitor.get(&format!("products/{product}")).await;
        (one.body["data"]["popularity"] == 1).then_some(())
    })
    .await;

    let mut client = InquiryServiceClient::new(shop.client("inquiry"));
    let update = UpdateInquiryStatusRequest {
        number: quote_number.clone(),
        status: InquiryStatus::Waiting.into(),
        ..UpdateInquiryStatusRequest::default()
    };
    client
        .update_inquiry_status(on_behalf_of(&testkit::caller::staff(), update))
        .await
        .unwrap();
    assert_eq!(find(&shop, &quote_number).await.status(), InquiryStatus::Waiting);
    // The service that sends mails may read the sender.
    let request = GetInquiryRequest {
        inquiry_id: inquiry.id,
    };
    let request = on_behalf_of(&testkit::caller::service("notification"), request);
    let response = client.get_inquiry(request).await.unwrap().into_inner();
    assert_eq!(
        response.inquiry.unwrap().sender.unwrap().email,
        "leyla@example.com"
    );
}

#[tokio::test]
async fn sends_one_mail_to_the_visitor_and_one_to_the_shop_per_form() {
    let sink = SmtpSink::start().await;
    let shop = Shop::start(ShopOptions {
        smtp_url: Some(sink.url()),
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 124_955, 15, None).await;
    let catalogue_url = "https://shop.example/catalogue.pdf";
    let request = SetCatalogueUrlRequest {
        catalogue_url: catalogue_url.to_owned(),
        keep_existing: false,
        from: None,
    };
    ContentServiceClient::new(shop.client("content"))
        .set_catalogue_url(on_behalf_of(&testkit::caller::staff(), request))
        .await
        .unwrap();

    let visitor = shop.visitor();
    let russian = [("accept-language", "ru"), ("Idempotency-Key", "a")];
    let path = "ProductInquiries/submit";
    let quote_number = number(
        &visitor
            .send(Method::POST, path, Some(&quote(product)), &russian)
            .await,
    );
    // A retry after a lost response is deduplicated.
    assert_eq!(
        number(
            &visitor
                .send(Method::POST, path, Some(&quote(product)), &russian)
                .await
        ),
        quote_number
    );
    let message_number = number(&visitor.post("contacts/submit", &message("Salam, dünya")).await);
    number(&visitor.post("CatalogueDownloads", &catalogue()).await);

    let mails = eventually_within(Duration::from_mins(1), "all mails are received", || async {
        let mails = sink.mails();
        (mails.len() >= 6).then_some(mails)
    })
    .await;
    shop.wait_until_idle().await;
    assert_eq!(sink.mails().len(), 6, "{mails:?}");
    let (to_customer, to_shop): (Vec<_>, Vec<_>) =
        mails.iter().partition(|mail| mail.to == "leyla@example.com");
    assert_eq!(to_shop.len(), 3);
    let find_text = |mails: &[&ReceivedMail], part: &str| {
        let found: Vec<_> = mails.iter().filter(|mail| mail.text().contains(part)).collect();
        assert_eq!(found.len(), 1, "{part}: {mails:?}");
        found[0].text()
    };
    // Visitors get mails in their language without user input, the shop gets all data.
    let own = find_text(&to_customer, &quote_number);
    assert!(own.contains("SK-1 шкаф") && !own.contains("Leyla"), "{own}");
    find_text(&to_customer, &message_number);
    find_text(&to_customer, catalogue_url);
    let text = find_text(&to_shop, &quote_number);
    for part in [
        "SK-1 şkaf",
        "Leyla Məmmədova",
        "050 123 45 67",
        "leyla@example.com",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    find_text(&to_shop, "Salam, dünya");
}

#[tokio::test]
async fn returns_field_errors_and_a_localized_message_for_invalid_forms() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;
    let visitor = shop.visitor();
    let long = "ə".repeat(5_001);
    for (path, body, errors) in [
        (
            "ProductInquiries/submit",
            json!({"phone": "12", "email": "leyla", "quantity": 0}),
            json!({
                "name": "FIELD.REQUIRED",
                "surname": "FIELD.REQUIRED",
                "phone": "CONTACT.FORM.INVALID_PHONE",
                "email": "CONTACT.FORM.INVALID_EMAIL",
                "productId": "FIELD.INVALID",
                "quantity": "FIELD.OUT_OF_RANGE",
            }),
        ),
        (
            "contacts/submit",
            json!({"name": "Leyla", "phone": "1".repeat(31), "message": long}),
            json!({"phone": "FIELD.TOO_LONG", "email": "FIELD.REQUIRED", "message": "FIELD.TOO_LONG"}),
        ),
        (
            "CatalogueDownloads",
            json!({"nameSurname": 7}),
            json!({"nameSurname": "FIELD.INVALID"}),
        ),
    ] {
        let response = visitor
            .send(Method::POST, path, Some(&body), &[("accept-language", "az")])
            .await;
        assert_eq!(response.status, 400, "{path}: {response:?}");
        assert_eq!(response.body["errors"], errors, "{path}");
        assert_eq!(
            response.body["message"], "Məlumatlar qəbul edilmədi. Qeyd olunan sahələri yoxlayın.",
            "{path}"
        );
    }
    let mut request = quote(product);
    request["color"] = json!("pink");
    let response = visitor.post("ProductInquiries/submit", &request).await;
    assert_eq!(response.body["errors"]["color"], "FIELD.INVALID", "{response:?}");
    request["color"] = json!("oak");
    request["quantity"] = json!(99);
    number(&visitor.post("ProductInquiries/submit", &request).await);

    let unknown = visitor.post("ProductInquiries/submit", &quote(product + 1)).await;
    assert_eq!(
        (unknown.status, &unknown.body["errors"]),
        (404, &Value::Null),
        "{unknown:?}"
    );
}

#[tokio::test]
async fn deduplicates_requests_by_idempotency_key() {
    let shop = Shop::start(ShopOptions::default()).await;
    let visitor = shop.visitor();
    let path = "contacts/submit";
    let clicks = (0..6).map(|_| {
        let visitor = visitor.clone();
        async move { post_with_key(&visitor, "a", path, &message("Salam")).await }
    });
    let numbers: Vec<_> = futures::future::join_all(clicks)
        .await
        .iter()
        .map(number)
        .collect();
    assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
    let different = post_with_key(&visitor, "a", path, &message("Another")).await;
    assert_eq!(different.status, 422, "{different:?}");
    assert_ne!(
        number(&post_with_key(&visitor, "b", path, &message("Salam")).await),
        numbers[0]
    );
    let malformed = post_with_key(&visitor, "a b", path, &message("Salam")).await;
    assert_eq!(malformed.status, 400, "{malformed:?}");
}

#[tokio::test]
async fn stores_the_user_and_requires_csrf_token_and_same_origin() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;
    let leyla = shop.customer("leyla").await;
    let path = "ProductInquiries/submit";
    let quote_number = number(&leyla.post(path, &quote(product)).await);
    assert_eq!(find(&shop, &quote_number).await.user_id, leyla.user_id().await);

    let body = quote(product);
    let send = async |headers: &[(&str, &str)]| leyla.send(Method::POST, path, Some(&body), headers).await;
    assert_eq!(send(&[("x-xsrf-token", "")]).await.status, 403);
    assert_eq!(send(&[("sec-fetch-site", "cross-site")]).await.status, 403);

    // Only quote requests need the catalog.
    shop.service("catalog").kill().unwrap();
    let unavailable = post_with_key(&leyla, "a", path, &quote(product)).await;
    assert_eq!(unavailable.status, 503, "{unavailable:?}");
    assert!(unavailable.headers.contains_key("retry-after"));
    number(&leyla.post("contacts/submit", &message("Salam")).await);
    shop.restart_exited().await;
    number(&post_with_key(&leyla, "a", path, &quote(product)).await);
}

#[tokio::test]
async fn limit_holds_across_gateways_and_ignores_forged_addresses() {
    let shop = Shop::start(ShopOptions::default()).await;
    let (_gateway, address) = shop.second_gateway().await;
    let here = shop.visitor();
    let there = here.at(&address);
    let path = "contacts/submit";
    // Across the end of a fixed window, up to twice as many attempts are allowed.
    let mut rejected = None;
    for attempt in 0..61 {
        let browser = if attempt % 2 == 0 { &here } else { &there };
        let forged = format!("198.51.100.{attempt}");
        let response = browser
            .send(
                Method::POST,
                path,
                Some(&message("Salam")),
                &[("x-forwarded-for", &forged)],
            )
            .await;
        if response.status == 429 {
            rejected = Some((attempt, response));
            break;
        }
        assert_eq!(response.status, 200, "{response:?}");
    }
    let (attempt, response) = rejected.unwrap();
    assert!(attempt >= 30, "{attempt} attempts");
    let wait: u64 = response.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=600).contains(&wait), "{wait} s");
    assert_eq!(response.body["success"], json!(false));
    // Each form has its own limit.
    number(&there.post("CatalogueDownloads", &catalogue()).await);
}
