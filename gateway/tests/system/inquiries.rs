//! What visitors ask, from the form to the staff.

use std::time::Duration;

use kit::grpc::client::on_behalf_of;
use proto::{
    content::v1::{SetCatalogueUrlRequest, content_service_client::ContentServiceClient},
    inquiry::v1::{
        GetInquiryRequest, Inquiry, InquiryKind, InquiryStatus, ListInquiriesRequest,
        UpdateInquiryStatusRequest, inquiry_service_client::InquiryServiceClient,
    },
};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    ApiResponse, Browser, ReceivedMail, Shop, ShopOptions, SmtpSink, eventually, eventually_within,
};

/// What the popup sends.
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

fn number(answer: &ApiResponse) -> String {
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.body["data"]["number"].as_str().unwrap().to_owned()
}

/// An inquiry, as the staff sees it.
async fn found(shop: &Shop, number: &str) -> Inquiry {
    let request = ListInquiriesRequest {
        number: number.to_owned(),
        ..ListInquiriesRequest::default()
    };
    let mut client = InquiryServiceClient::new(shop.client("inquiry"));
    let answer = client
        .list_inquiries(on_behalf_of(&testkit::caller::staff(), request))
        .await
        .unwrap();
    answer.into_inner().inquiries.pop().unwrap()
}

async fn keyed(browser: &Browser, key: &str, path: &str, body: &Value) -> ApiResponse {
    browser
        .send(Method::POST, path, Some(body), &[("Idempotency-Key", key)])
        .await
}

#[tokio::test]
async fn a_visitors_three_forms_reach_the_staff_and_the_popularity() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    let visitor = shop.visitor();

    let asked = number(&visitor.post("ProductInquiries/submit", &quote(product)).await);
    let wrote = number(&visitor.post("contacts/submit", &message("Salam")).await);
    let wants = number(&visitor.post("CatalogueDownloads", &catalogue()).await);
    // The lower-case spelling is the same form: this is a double click.
    assert_eq!(
        number(&visitor.post("cataloguedownloads", &catalogue()).await),
        wants
    );

    let inquiry = found(&shop, &asked).await;
    assert_eq!(
        (inquiry.kind(), inquiry.status()),
        (InquiryKind::Quote, InquiryStatus::New)
    );
    let quoted = inquiry.product.unwrap();
    // What the catalogue says, not the form.
    assert_eq!(quoted.name.unwrap().en.trim(), "SK-1 wardrobe");
    assert_eq!(quoted.image, "/images/products/sk-1/1-960.svg");
    assert_eq!(inquiry.sender.unwrap().phone, "+994501234567");
    assert_eq!(found(&shop, &wrote).await.sender.unwrap().message, "Salam");
    assert_eq!(found(&shop, &wants).await.kind(), InquiryKind::Catalogue);

    // Told once each, and nobody by name.
    shop.wait_until_idle().await;
    let told: Vec<(String, Vec<u8>)> = sqlx::query_as(
        "select subject, payload from outbox where published_at is not null order by position",
    )
    .fetch_all(&shop.database("inquiry"))
    .await
    .unwrap();
    let subjects: Vec<_> = told.iter().map(|(subject, _)| subject.as_str()).collect();
    assert_eq!(
        subjects,
        [
            "storefront.inquiry.quote_requested",
            "storefront.inquiry.contact_received",
            "storefront.inquiry.catalogue_requested",
        ]
    );
    for (subject, payload) in &told {
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

    // The staff answers it.
    let mut staff = InquiryServiceClient::new(shop.client("inquiry"));
    let answered = UpdateInquiryStatusRequest {
        number: asked.clone(),
        status: InquiryStatus::Answered.into(),
    };
    staff
        .update_inquiry_status(on_behalf_of(&testkit::caller::staff(), answered))
        .await
        .unwrap();
    assert_eq!(found(&shop, &asked).await.status(), InquiryStatus::Answered);
    // Who sends mail may ask whom to write to.
    let request = GetInquiryRequest {
        inquiry_id: inquiry.id,
    };
    let told = staff.get_inquiry(request).await.unwrap().into_inner();
    assert_eq!(told.inquiry.unwrap().sender.unwrap().email, "leyla@example.com");
}

#[tokio::test]
async fn each_form_becomes_a_letter_to_who_sent_it_and_one_to_the_shop() {
    let sink = SmtpSink::start().await;
    let shop = Shop::start(ShopOptions {
        smtp_url: Some(sink.url()),
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 124_955, 15, None).await;
    let catalogue_url = "https://shop.example/catalogue.pdf";
    let known = SetCatalogueUrlRequest {
        catalogue_url: catalogue_url.to_owned(),
        keep_existing: false,
    };
    ContentServiceClient::new(shop.client("content"))
        .set_catalogue_url(on_behalf_of(&testkit::caller::staff(), known))
        .await
        .unwrap();

    let visitor = shop.visitor();
    let russian = [("accept-language", "ru"), ("Idempotency-Key", "a")];
    let path = "ProductInquiries/submit";
    let asked = number(
        &visitor
            .send(Method::POST, path, Some(&quote(product)), &russian)
            .await,
    );
    // The answer was lost on its way, and the popup sends again.
    assert_eq!(
        number(
            &visitor
                .send(Method::POST, path, Some(&quote(product)), &russian)
                .await
        ),
        asked
    );
    let wrote = number(&visitor.post("contacts/submit", &message("Salam, dünya")).await);
    number(&visitor.post("CatalogueDownloads", &catalogue()).await);

    let letters = eventually_within(Duration::from_mins(1), "all letters are there", || async {
        let letters = sink.mails();
        (letters.len() >= 6).then_some(letters)
    })
    .await;
    shop.wait_until_idle().await;
    assert_eq!(sink.mails().len(), 6, "{letters:?}");
    let (customers, shops): (Vec<_>, Vec<_>) = letters
        .iter()
        .partition(|letter| letter.to == "leyla@example.com");
    assert_eq!(shops.len(), 3);
    let one = |letters: &[&ReceivedMail], part: &str| {
        let found: Vec<_> = letters
            .iter()
            .filter(|letter| letter.text().contains(part))
            .collect();
        assert_eq!(found.len(), 1, "{part}: {letters:?}");
        found[0].text()
    };
    // The visitor's in the visitor's language, without what was typed; the shop's with all that it needs to answer.
    let own = one(&customers, &asked);
    assert!(own.contains("SK-1 шкаф") && !own.contains("Leyla"), "{own}");
    one(&customers, &wrote);
    one(&customers, catalogue_url);
    let told = one(&shops, &asked);
    for part in [
        "SK-1 wardrobe",
        "Leyla Məmmədova",
        "+994501234567",
        "leyla@example.com",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    one(&shops, "Salam, dünya");
}

#[tokio::test]
async fn wrong_forms_name_their_fields_in_the_visitors_language() {
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
        let answer = visitor
            .send(Method::POST, path, Some(&body), &[("accept-language", "az")])
            .await;
        assert_eq!(answer.status, 400, "{path}: {answer:?}");
        assert_eq!(answer.body["errors"], errors, "{path}");
        assert_eq!(
            answer.body["message"], "Məlumatlar qəbul edilmədi. Qeyd olunan sahələri yoxlayın.",
            "{path}"
        );
    }
    let mut pink = quote(product);
    pink["color"] = json!("pink");
    let answer = visitor.post("ProductInquiries/submit", &pink).await;
    assert_eq!(answer.body["errors"]["color"], "FIELD.INVALID", "{answer:?}");
    pink["color"] = json!("oak");
    pink["quantity"] = json!(99);
    number(&visitor.post("ProductInquiries/submit", &pink).await);

    let unknown = visitor.post("ProductInquiries/submit", &quote(product + 1)).await;
    assert_eq!(
        (unknown.status, &unknown.body["errors"]),
        (404, &Value::Null),
        "{unknown:?}"
    );
}

#[tokio::test]
async fn a_repeated_form_is_one_inquiry_and_a_key_stands_for_one_content() {
    let shop = Shop::start(ShopOptions::default()).await;
    let visitor = shop.visitor();
    let path = "contacts/submit";
    let clicks = (0..6).map(|_| {
        let visitor = visitor.clone();
        async move { keyed(&visitor, "a", path, &message("Salam")).await }
    });
    let numbers: Vec<_> = futures::future::join_all(clicks)
        .await
        .iter()
        .map(number)
        .collect();
    assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
    let other = keyed(&visitor, "a", path, &message("Another")).await;
    assert_eq!(other.status, 422, "{other:?}");
    assert_ne!(
        number(&keyed(&visitor, "b", path, &message("Salam")).await),
        numbers[0]
    );
    let malformed = keyed(&visitor, "a b", path, &message("Salam")).await;
    assert_eq!(malformed.status, 400, "{malformed:?}");
}

#[tokio::test]
async fn who_is_signed_in_is_kept_and_must_come_from_our_page() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;
    let leyla = shop.customer("leyla").await;
    let path = "ProductInquiries/submit";
    let asked = number(&leyla.post(path, &quote(product)).await);
    assert_eq!(found(&shop, &asked).await.user_id, leyla.user_id().await);

    let body = quote(product);
    let send = async |headers: &[(&str, &str)]| leyla.send(Method::POST, path, Some(&body), headers).await;
    assert_eq!(send(&[("x-xsrf-token", "")]).await.status, 403);
    assert_eq!(send(&[("sec-fetch-site", "cross-site")]).await.status, 403);

    // The catalogue is needed for a quote, and for nothing else.
    shop.service("catalog").kill().unwrap();
    let waiting = keyed(&leyla, "a", path, &quote(product)).await;
    assert_eq!(waiting.status, 503, "{waiting:?}");
    assert!(waiting.headers.contains_key("retry-after"));
    number(&leyla.post("contacts/submit", &message("Salam")).await);
    shop.restart_exited().await;
    number(&keyed(&leyla, "a", path, &quote(product)).await);
}

#[tokio::test]
async fn the_limit_holds_over_two_gateways_and_whatever_a_visitor_claims_to_be() {
    let shop = Shop::start(ShopOptions::default()).await;
    let (_gateway, address) = shop.second_gateway().await;
    let here = shop.visitor();
    let there = here.at(&address);
    let path = "contacts/submit";
    // Windows are fixed: where one ends in between, there are up to twice as many tries.
    let mut refused = None;
    for attempt in 0..61 {
        let browser = if attempt % 2 == 0 { &here } else { &there };
        let forged = format!("198.51.100.{attempt}");
        let answer = browser
            .send(
                Method::POST,
                path,
                Some(&message("Salam")),
                &[("x-forwarded-for", &forged)],
            )
            .await;
        if answer.status == 429 {
            refused = Some((attempt, answer));
            break;
        }
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    let (attempt, answer) = refused.unwrap();
    assert!(attempt >= 30, "{attempt} tries");
    let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=600).contains(&wait), "{wait} s");
    assert_eq!(answer.body["success"], json!(false));
    // Each form has a limit of its own.
    number(&there.post("CatalogueDownloads", &catalogue()).await);
}
