//! Clients that go away in the middle leave nothing behind: no open transaction, no connection, no socket.

use std::{path::PathBuf, time::Duration};

use futures::{StreamExt as _, stream};
use serde_json::json;
use testkit::{Browser, Shop, ShopOptions, eventually_within};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// How often somebody goes away.
const ABORTS: usize = 10_000;

/// How many at a time.
const AT_ONCE: usize = 48;

/// Connections that a service keeps to its database at most, the one for LISTEN among them.
const CONNECTIONS: i64 = 20;

/// Where in its request a client goes away.
#[derive(Debug, Clone, Copy)]
enum Phase {
    /// In the middle of the head.
    Head,
    /// In the middle of the body.
    Body,
    /// As soon as all is sent.
    Sent,
    /// While the request is worked on.
    Working,
    /// In the middle of the answer.
    Answer,
}

const PHASES: [Phase; 5] = [
    Phase::Head,
    Phase::Body,
    Phase::Sent,
    Phase::Working,
    Phase::Answer,
];

/// Sends a part of a request and goes away; what the other end makes of it is not looked at.
async fn go_away(address: &str, request: &str, phase: Phase) -> std::io::Result<()> {
    let mut connection = TcpStream::connect(address).await?;
    // A reset, as from a phone that loses its network, instead of a farewell.
    connection.set_zero_linger()?;
    let length = request.len();
    let part = match phase {
        Phase::Head => request.split_at(length.min(30)).0,
        Phase::Body => request.split_at(length - 1).0,
        Phase::Sent | Phase::Working | Phase::Answer => request,
    };
    connection.write_all(part.as_bytes()).await?;
    match phase {
        Phase::Head | Phase::Body | Phase::Sent => {}
        Phase::Working => tokio::task::yield_now().await,
        Phase::Answer => {
            connection.read_u8().await?;
        }
    }
    Ok(())
}

fn request(method: &str, path: &str, cookies: &str, body: &str) -> String {
    format!(
        "{method} /api/v1.0/{path} HTTP/1.1\r\nhost: shop\r\ncookie: {cookies}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n{cookies_token}\r\n{body}",
        body.len(),
        cookies_token = cookies
            .split("XSRF-TOKEN=")
            .nth(1)
            .map(|token| format!("x-xsrf-token: {token}\r\n"))
            .unwrap_or_default(),
    )
}

/// What a signed-in browser sends along.
fn cookies(browser: &Browser) -> String {
    ["sid", "XSRF-TOKEN"]
        .map(|name| format!("{name}={}", browser.cookie(name).unwrap()))
        .join("; ")
}

fn open_files(pid: u32) -> usize {
    std::fs::read_dir(PathBuf::from(format!("/proc/{pid}/fd")))
        .unwrap()
        .count()
}

#[tokio::test]
async fn ten_thousand_clients_that_go_away_leave_nothing_open() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;
    let leyla = shop.customer("leyla").await;
    assert_eq!(leyla.add_to_cart(product, 1).await.status, 200);
    let cart = leyla.get("carts/current").await.body["data"]["id"].clone();
    let order = Browser::order(&leyla.user_id().await, &[(product, 1)]);
    let session = cookies(&leyla);
    let item = json!({"cartId": cart, "productId": product, "quantity": 1}).to_string();
    let requests = [
        request("GET", "products?page=1&limit=10&sort=rating", "", ""),
        request("GET", "products/search?searchTerm=wardrobe", "", ""),
        request("GET", "account/orders", &session, ""),
        request("POST", "carts/add-item", &session, &item),
        request("POST", &format!("account/wishlist/{product}"), &session, "{}"),
        request("POST", "orders", &session, &order.to_string()),
    ];
    let gateway = shop.service("gateway").pid();
    let before = open_files(gateway);

    let address = shop.url().trim_start_matches("http://").to_owned();
    stream::iter(0..ABORTS)
        .for_each_concurrent(AT_ONCE, |number| {
            let request = &requests[number % requests.len()];
            let phase = PHASES[(number / requests.len()) % PHASES.len()];
            let address = &address;
            async move {
                // A connection that the gateway has closed first is as gone.
                let _ = go_away(address, request, phase).await;
            }
        })
        .await;

    let patience = Duration::from_mins(1);
    let catalog = shop.database("catalog");
    eventually_within(patience, "no transaction is open", || async {
        let open: i64 = sqlx::query_scalar(
            "select count(*) from pg_stat_activity where datname is not null and pid <> pg_backend_pid() \
             and (state like 'idle in transaction%' or (state = 'active' and xact_start < now() - interval '5 s'))",
        )
        .fetch_one(&catalog)
        .await
        .unwrap();
        (open == 0).then_some(())
    })
    .await;
    let most: i64 = sqlx::query_scalar(
        "select coalesce(max(connections), 0) from (select count(*) as connections from pg_stat_activity \
         where datname in ('account', 'cart', 'order') group by datname) as per_database",
    )
    .fetch_one(&catalog)
    .await
    .unwrap();
    assert!(most <= CONNECTIONS, "{most} connections to one database");
    eventually_within(patience, "the sockets are closed", || async {
        // Connections to services may have grown in number, as under any load.
        (open_files(gateway) <= before + 32).then_some(())
    })
    .await;

    // All goes on as before, in the same process.
    shop.wait_until_idle_within(patience).await;
    let ruslan = shop.customer("ruslan").await;
    assert_eq!(ruslan.add_to_cart(product, 1).await.status, 200);
    let order = Browser::order(&ruslan.user_id().await, &[(product, 1)]);
    let answer = ruslan.check_out("after-all", &order).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(shop.service("gateway").pid(), gateway);
    assert!(!shop.service("gateway").has_exited());
}
