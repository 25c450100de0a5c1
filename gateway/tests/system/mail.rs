//! Delivery of mails after an outage of the SMTP server, during which the notification service is killed twice.

use std::{collections::BTreeMap, time::Duration};

use kit::events::bus::STREAM;
use serde_json::{Value, json};
use testkit::{Browser, ReceivedMail, Shop, ShopOptions, SmtpSink, eventually_within};

const CUSTOMERS: usize = 10;
const ORDERS_PER_CUSTOMER: usize = 5;

/// Welcome and password reset per customer; per order, one mail to the customer and one to the shop.
const MAILS: usize = CUSTOMERS * (2 + ORDERS_PER_CUSTOMER * 2);

/// Longer than the backoff after the outage.
const TIMEOUT: Duration = Duration::from_mins(4);

/// The shop's mailbox.
const SHOP: &str = "orders@example.com";

/// Personal data in every e-mail address and in [`Browser::order`].
const PERSONAL_DATA: [&str; 4] = ["@example.com", "Nizami", "Məmmədova", "994501234567"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn delivers_each_mail_once_after_an_smtp_outage_without_leaking_personal_data() {
    let mut sink = SmtpSink::start().await;
    sink.stop().await;
    let mut shop = Shop::start(ShopOptions {
        durable: true,
        smtp_url: Some(sink.url()),
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 0, None).await;

    let mut numbers = Vec::new();
    let mut names = Vec::new();
    for customer in 0..CUSTOMERS {
        let name = format!("customer{customer}");
        let browser = shop.customer(&name).await;
        let order = Browser::order(&browser.user_id().await, &[(product, 1)]);
        for number in 0..ORDERS_PER_CUSTOMER {
            let response = browser.buy(&format!("{name}-{number}"), &order).await;
            assert_eq!(response.status, 200, "{response:?}");
            numbers.push(response.body["data"]["orderNumber"].as_str().unwrap().to_owned());
        }
        let address = format!("Auth/forgot-password?email={}", Browser::email(&name));
        let response = shop.visitor().post(&address, &json!({})).await;
        assert_eq!(response.status, 200, "{response:?}");
        if customer == CUSTOMERS / 3 || customer == 2 * CUSTOMERS / 3 {
            shop.service("notification").kill().unwrap();
            shop.restart_exited().await;
            end_leases(&shop).await;
        }
        names.push(name);
    }
    shop.wait_until_idle_within(Duration::from_mins(2)).await;
    assert_eq!(states(&shop).await, [("waiting".to_owned(), count(MAILS))]);

    sink.restart().await;
    eventually_within(TIMEOUT, "all mails are sent", || async {
        (states(&shop).await == [("sent".to_owned(), count(MAILS))]).then_some(())
    })
    .await;
    let mails = sink.mails();
    assert_delivered_once(&mails, &numbers);
    assert_typed_text_only_to_shop(&mails);
    let mut tokens = verify_addresses(&shop, &sink, &names).await;
    tokens.extend(use_reset_links(&shop, &mails, &names).await);
    assert_no_personal_data_stored(&shop, &tokens).await;
}

/// Ends the leases of the killed process, as two minutes would.
async fn end_leases(shop: &Shop) {
    sqlx::query("update mail set taken_until = now() where taken_until is not null")
        .execute(&shop.database("notification"))
        .await
        .unwrap();
}

fn count(mails: usize) -> i64 {
    i64::try_from(mails).unwrap()
}

/// Returns the number of mails by state.
async fn states(shop: &Shop) -> Vec<(String, i64)> {
    sqlx::query_as("select state, count(*) from mail group by state order by state")
        .fetch_all(&shop.database("notification"))
        .await
        .unwrap()
}

fn assert_delivered_once(mails: &[ReceivedMail], numbers: &[String]) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for mail in mails {
        *times.entry(mail.header("Message-ID")).or_default() += 1;
    }
    assert!(times.values().all(|times| *times == 1), "{times:?}");
    assert_eq!(times.len(), MAILS);
    for number in numbers {
        let to_shop: Vec<_> = mails
            .iter()
            .filter(|mail| mail.subject().contains(number))
            .map(|mail| mail.to == SHOP)
            .collect();
        assert!(
            to_shop == [true, false] || to_shop == [false, true],
            "{number}: {to_shop:?}"
        );
    }
}

/// No address is verified yet.
fn assert_typed_text_only_to_shop(mails: &[ReceivedMail]) {
    for mail in mails {
        let (text, html) = (mail.text(), mail.html());
        let typed = |part: &str| part.contains("Nizami") || part.contains("Məmmədova");
        let is_order_to_shop = mail.to == SHOP;
        assert_eq!(
            (typed(&text), typed(&html)),
            (is_order_to_shop, is_order_to_shop),
            "{}: {text}",
            mail.to
        );
    }
}

/// Returns the token of a customer's first mail with a link to this page.
fn token(shop: &Shop, mails: &[ReceivedMail], name: &str, page: &str) -> Option<String> {
    let link = format!("{}/en/{page}#token=", shop.url());
    let mut own = mails.iter().filter(|mail| mail.to == Browser::email(name));
    own.find_map(|mail| {
        let text = mail.text();
        let (_, rest) = text.split_once(&link)?;
        rest.split_whitespace().next().map(ToOwned::to_owned)
    })
}

/// Verifies the addresses of two customers: with the link of the welcome mail, and of another mail. Returns the tokens.
async fn verify_addresses(shop: &Shop, sink: &SmtpSink, names: &[String]) -> Vec<String> {
    let is_verified =
        async |browser: &Browser| browser.get("account/details").await.body["data"]["emailVerified"].clone();
    let mut tokens = Vec::new();
    for (name, asks_again) in names.iter().zip([false, true]) {
        let browser = shop.visitor();
        browser.sign_in(name).await;
        assert_eq!(is_verified(&browser).await, json!(false));
        let before = sink.mails();
        let token = if asks_again {
            let response = browser.post("Auth/verify-email/send", &json!({})).await;
            assert_eq!(response.status, 200, "{response:?}");
            eventually_within(TIMEOUT, "another mail has a link", || async {
                let mails = sink.mails().split_off(before.len());
                token(shop, &mails, name, "verify-email")
            })
            .await
        } else {
            token(shop, &before, name, "verify-email").unwrap()
        };
        // Another browser has the account's password; without it, the session of the registration would end.
        let body = json!({"token": token, "password": ""});
        let refused = shop.visitor().post("Auth/verify-email", &body).await;
        assert_eq!(refused.status, 400, "{refused:?}");
        assert!(refused.body["errors"]["password"].is_string(), "{refused:?}");
        let body = json!({"token": token, "password": Browser::PASSWORD});
        let response = shop.visitor().post("Auth/verify-email", &body).await;
        assert_eq!(response.status, 200, "{response:?}");
        assert_eq!(is_verified(&browser).await, json!(true));
        let reused = shop.visitor().post("Auth/verify-email", &body).await;
        assert_eq!(reused.status, 400, "{reused:?}");
        assert!(reused.body["errors"]["token"].is_string(), "{reused:?}");
        let verified = browser.post("Auth/verify-email/send", &json!({})).await;
        assert_eq!(verified.status, 200, "{verified:?}");
        tokens.push(token);
    }
    tokens
}

/// Resets each password, which works once; returns the tokens.
async fn use_reset_links(shop: &Shop, mails: &[ReceivedMail], names: &[String]) -> Vec<String> {
    let mut tokens = Vec::new();
    for name in names {
        let token = token(shop, mails, name, "reset-password").unwrap();
        let body = json!({"token": token, "newPassword": "mavi divan altında"});
        let visitor = shop.visitor();
        let response = visitor.post("Auth/reset-password", &body).await;
        assert_eq!(response.status, 200, "{response:?}");
        let reused = visitor.post("Auth/reset-password", &body).await;
        assert_eq!(
            (reused.status, &reused.body["success"]),
            (400, &Value::Bool(false))
        );
        let credentials = json!({"email": Browser::email(name), "password": "mavi divan altında"});
        assert_eq!(visitor.post("Auth/sign-in", &credentials).await.status, 200);
        tokens.push(token);
    }
    tokens
}

/// Asserts that the stream, the logs and the mail table contain no personal data and no token.
async fn assert_no_personal_data_stored(shop: &Shop, tokens: &[String]) {
    let find_secret = |text: &str| {
        let secrets = PERSONAL_DATA
            .iter()
            .copied()
            .chain(tokens.iter().map(String::as_str));
        secrets
            .into_iter()
            .find(|secret| text.contains(*secret))
            .map(ToOwned::to_owned)
    };
    let mut stream = shop.bus().context().get_stream(STREAM).await.unwrap();
    let state = stream.info().await.unwrap().state.clone();
    assert!(state.messages >= u64::try_from(MAILS / 2).unwrap(), "{state:?}");
    for sequence in state.first_sequence..=state.last_sequence {
        let message = stream.get_raw_message(sequence).await.unwrap();
        let text = format!(
            "{:?} {}",
            message.headers,
            String::from_utf8_lossy(&message.payload)
        );
        assert_eq!(find_secret(&text), None, "{}", message.subject);
    }
    for service in shop.service_names() {
        let log = shop.full_log(&service);
        assert!(!log.is_empty(), "the log of {service} is empty");
        let line = log.lines().find(|line| find_secret(line).is_some());
        assert_eq!(line, None, "{service}");
    }
    let rows: Vec<String> = sqlx::query_scalar("select mail::text from mail")
        .fetch_all(&shop.database("notification"))
        .await
        .unwrap();
    assert!(rows.iter().all(|row| find_secret(row).is_none()), "{rows:?}");
}
