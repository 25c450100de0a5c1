//! The mail server is away for the whole of fifty orders and ten forgotten passwords, and the service that sends mail
//! is killed twice. When the server is back, each letter arrives once, and nobody else has read what is in it.

use std::{collections::BTreeMap, time::Duration};

use kit::events::bus::STREAM;
use serde_json::{Value, json};
use testkit::{Browser, ReceivedMail, Shop, ShopOptions, SmtpSink, eventually_within};

const CUSTOMERS: usize = 10;
const ORDERS_EACH: usize = 5;

/// A welcome and a reset for each customer; for each order a letter to the customer and one to the shop.
const LETTERS: usize = CUSTOMERS * (2 + ORDERS_EACH * 2);

/// A letter that has met a closed door for a minute waits for about as long again.
const PATIENCE: Duration = Duration::from_mins(4);

/// Where the shop of the tests reads its mail.
const SHOP: &str = "orders@example.com";

/// What is nobody's business but the customer's: parts of every e-mail and of the address in [`Browser::order`].
const PERSONAL: [&str; 4] = ["@example.com", "Nizami", "Məmmədova", "994501234567"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_of_mail_loses_nothing_doubles_nothing_and_tells_nobody() {
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
    let mut browsers = Vec::new();
    for customer in 0..CUSTOMERS {
        let name = format!("customer{customer}");
        let browser = shop.customer(&name).await;
        let order = Browser::order(&browser.user_id().await, &[(product, 1)]);
        for number in 0..ORDERS_EACH {
            let answer = browser.check_out(&format!("{name}-{number}"), &order).await;
            assert_eq!(answer.status, 200, "{answer:?}");
            numbers.push(answer.body["data"]["orderNumber"].as_str().unwrap().to_owned());
        }
        let address = format!("Auth/forgot-password?email={}", Browser::email(&name));
        let answer = shop.visitor().post(&address, &json!({})).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        if customer == CUSTOMERS / 3 || customer == 2 * CUSTOMERS / 3 {
            shop.service("notification").kill().unwrap();
            shop.restart_exited().await;
        }
        browsers.push(name);
    }
    shop.wait_until_idle_within(Duration::from_mins(2)).await;
    assert_eq!(states(&shop).await, [("waiting".to_owned(), count(LETTERS))]);

    sink.restart().await;
    eventually_within(PATIENCE, "all mail is sent", || async {
        (states(&shop).await == [("sent".to_owned(), count(LETTERS))]).then_some(())
    })
    .await;
    let letters = sink.mails();
    assert_each_came_once(&letters, &numbers);
    let tokens = use_reset_links(&shop, &letters, &browsers).await;
    assert_nobody_was_told(&shop, &tokens).await;
}

fn count(letters: usize) -> i64 {
    i64::try_from(letters).unwrap()
}

/// How many mails are in each state.
async fn states(shop: &Shop) -> Vec<(String, i64)> {
    sqlx::query_as("select state, count(*) from mail group by state order by state")
        .fetch_all(&shop.database("notification"))
        .await
        .unwrap()
}

fn assert_each_came_once(letters: &[ReceivedMail], numbers: &[String]) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for letter in letters {
        *times.entry(letter.header("Message-ID")).or_default() += 1;
    }
    assert!(times.values().all(|times| *times == 1), "{times:?}");
    assert_eq!(times.len(), LETTERS);
    for number in numbers {
        let told: Vec<_> = letters
            .iter()
            .filter(|letter| letter.subject().contains(number))
            .map(|letter| letter.to == SHOP)
            .collect();
        assert!(
            told == [true, false] || told == [false, true],
            "{number}: {told:?}"
        );
    }
}

/// Each link gives a new password once; answers the tokens.
async fn use_reset_links(shop: &Shop, letters: &[ReceivedMail], names: &[String]) -> Vec<String> {
    let mut tokens = Vec::new();
    for name in names {
        let link = format!("{}/en/reset-password?token=", shop.url());
        let mut own = letters.iter().filter(|letter| letter.to == Browser::email(name));
        let token = own
            .find_map(|letter| {
                let text = letter.text();
                let (_, rest) = text.split_once(&link)?;
                rest.split_whitespace().next().map(ToOwned::to_owned)
            })
            .unwrap();
        let body = json!({"token": token, "newPassword": "mavi divan altında"});
        let visitor = shop.visitor();
        let answer = visitor.post("Auth/reset-password", &body).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let again = visitor.post("Auth/reset-password", &body).await;
        assert_eq!((again.status, &again.body["success"]), (400, &Value::Bool(false)));
        let credentials = json!({"email": Browser::email(name), "password": "mavi divan altında"});
        assert_eq!(visitor.post("Auth/sign-in", &credentials).await.status, 200);
        tokens.push(token);
    }
    tokens
}

/// Neither the stream nor a log nor the table of mails holds what is personal, or a token.
async fn assert_nobody_was_told(shop: &Shop, tokens: &[String]) {
    let is_told = |text: &str| {
        let secrets = PERSONAL.iter().copied().chain(tokens.iter().map(String::as_str));
        secrets
            .into_iter()
            .find(|secret| text.contains(*secret))
            .map(ToOwned::to_owned)
    };
    let mut stream = shop.bus().context().get_stream(STREAM).await.unwrap();
    let held = stream.info().await.unwrap().state.clone();
    assert!(held.messages >= u64::try_from(LETTERS / 2).unwrap(), "{held:?}");
    for sequence in held.first_sequence..=held.last_sequence {
        let message = stream.get_raw_message(sequence).await.unwrap();
        let text = format!(
            "{:?} {}",
            message.headers,
            String::from_utf8_lossy(&message.payload)
        );
        assert_eq!(is_told(&text), None, "{}", message.subject);
    }
    for service in shop.service_names() {
        let log = shop.full_log(&service);
        assert!(!log.is_empty(), "{service} has logged nothing");
        let line = log.lines().find(|line| is_told(line).is_some());
        assert_eq!(line, None, "{service}");
    }
    let rows: Vec<String> = sqlx::query_scalar("select mail::text from mail")
        .fetch_all(&shop.database("notification"))
        .await
        .unwrap();
    assert!(rows.iter().all(|row| is_told(row).is_none()), "{rows:?}");
}
