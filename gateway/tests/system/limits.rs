//! Rate limits and request limits.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;
use testkit::{Browser, Shop, ShopOptions};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// Maximum sign-in attempts per account and address in 15 minutes.
const MAX_ATTEMPTS: usize = 10;

#[tokio::test]
async fn sign_in_limit_holds_across_gateways_and_passes_only_signed_in_devices() {
    let shop = Shop::start(ShopOptions::default()).await;
    let device = shop.customer("leyla").await;
    let (_second, other) = shop.second_gateway().await;
    let body = json!({"email": Browser::email("leyla"), "password": "not the password"});
    let attempt = async |number: usize| {
        // Without trusted proxies, the headers are ignored.
        let forged = format!("203.0.113.{number}");
        let visitor = shop.visitor();
        let visitor = if number.is_multiple_of(2) {
            visitor
        } else {
            visitor.at(&other)
        };
        let headers = [
            ("x-forwarded-for", &*forged),
            ("forwarded", "for=198.51.100.7"),
            ("x-real-ip", "198.51.100.7"),
        ];
        visitor
            .send(Method::POST, "Auth/sign-in", Some(&body), &headers)
            .await
    };
    // Across the end of a fixed window, up to twice as many attempts are allowed.
    let mut rejected = None;
    for number in 0..=2 * MAX_ATTEMPTS {
        let response = attempt(number).await;
        if response.status == 429 {
            rejected = Some((number, response));
            break;
        }
        assert_eq!(response.status, 401, "attempt {number}: {response:?}");
    }
    let (number, rejected) = rejected.unwrap();
    assert!(number >= MAX_ATTEMPTS, "{number} attempts");
    let wait: u64 = rejected.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=15 * 60).contains(&wait), "{wait} s");
    assert_eq!(rejected.body["success"], false);
    assert!(
        rejected.body["message"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    );

    let body = json!({"email": Browser::email("leyla"), "password": Browser::PASSWORD});
    assert_eq!(shop.visitor().post("Auth/sign-in", &body).await.status, 429);
    // The cookie of its session identifies the device.
    assert_eq!(device.post("Auth/sign-in", &body).await.status, 200);
}

#[tokio::test]
async fn rejects_incomplete_and_oversized_bodies_quickly() {
    let shop = Shop::start(ShopOptions::default()).await;
    let address = shop.url().trim_start_matches("http://").to_owned();
    for (length, status) in [("10", "503"), ("70000", "413")] {
        let mut connection = TcpStream::connect(&address).await.unwrap();
        let head = format!(
            "POST /api/v1.0/Auth/sign-in HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{{"
        );
        let started = Instant::now();
        connection.write_all(head.as_bytes()).await.unwrap();
        let mut response = vec![0; 512];
        let read = connection.read(&mut response).await.unwrap();
        let response = String::from_utf8_lossy(&response[..read]).into_owned();
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{response}");
        assert!(
            started.elapsed() < Duration::from_secs(3),
            "{:?}",
            started.elapsed()
        );
        if status == "503" {
            assert!(response.contains("retry-after: "), "{response}");
        }
    }
}
