//! Bounds that hold however many gateways there are and whatever a client says of itself.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;
use testkit::{Browser, Shop, ShopOptions};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// Tries at one account from one address, in a quarter of an hour.
const TRIES: usize = 10;

#[tokio::test]
async fn tries_are_counted_over_all_gateways_and_under_the_clients_real_address() {
    let shop = Shop::start(ShopOptions::default()).await;
    shop.visitor().register("leyla").await;
    let (_second, other) = shop.second_gateway().await;
    let body = json!({"email": Browser::email("leyla"), "password": "not the password"});
    let try_at = async |number: usize| {
        // No proxy is trusted, so nobody's word for an address counts.
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
    // Windows are fixed: where one ends in between, there are up to twice as many tries.
    let mut refused = None;
    for number in 0..=2 * TRIES {
        let answer = try_at(number).await;
        if answer.status == 429 {
            refused = Some((number, answer));
            break;
        }
        assert_eq!(answer.status, 401, "try {number}: {answer:?}");
    }
    let (number, refused) = refused.unwrap();
    assert!(number >= TRIES, "{number} tries");
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=15 * 60).contains(&wait), "{wait} s");
    assert_eq!(refused.body["success"], false);
    assert!(
        refused.body["message"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    );
}

#[tokio::test]
async fn a_body_that_never_ends_or_is_too_long_is_not_waited_for() {
    let shop = Shop::start(ShopOptions::default()).await;
    let address = shop.url().trim_start_matches("http://").to_owned();
    for (length, status) in [("10", "503"), ("70000", "413")] {
        let mut connection = TcpStream::connect(&address).await.unwrap();
        let head = format!(
            "POST /api/v1.0/Auth/sign-in HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{{"
        );
        let asked = Instant::now();
        connection.write_all(head.as_bytes()).await.unwrap();
        let mut answer = vec![0; 512];
        let read = connection.read(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer[..read]).into_owned();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
        if status == "503" {
            assert!(answer.contains("retry-after: "), "{answer}");
        }
    }
}
