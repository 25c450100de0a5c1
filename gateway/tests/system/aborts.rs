//! Clients that disconnect during a request leave no open transaction, connection or socket.

use std::{path::PathBuf, time::Duration};

use futures::{StreamExt as _, stream};
use serde_json::json;
use testkit::{Browser, Shop, ShopOptions, eventually_within};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// Number of aborted requests.
const ABORTS: usize = 10_000;

/// Concurrent clients.
const CONCURRENCY: usize = 48;

/// Maximum connections of a service to its database.
const MAX_CONNECTIONS: i64 = 20;

/// When a client disconnects.
#[derive(Debug, Clone, Copy)]
enum Phase {
    /// While sending the headers.
    Head,
    /// While sending the body.
    Body,
    /// After sending the request.
    Sent,
    /// While the request is processed.
    Processing,
    /// While receiving the response.
    Response,
}

const PHASES: [Phase; 5] = [
    Phase::Head,
    Phase::Body,
    Phase::Sent,
    Phase::Processing,
    Phase::Response,
];

/// Sends a part of a request and disconnects.
async fn send_and_abort(address: &str, request: &str, phase: Phase) -> std::io::Result<()> {
    let mut connection = TcpStream::connect(address).await?;
    // Closes with RST instead of FIN.
    connection.set_zero_linger()?;
    let length = request.len();
    let part = match phase {
        Phase::Head => request.split_at(length.min(30)).0,
        Phase::Body => request.split_at(length - 1).0,
        Phase::Sent | Phase::Processing | Phase::Response => request,
    };
    connection.write_all(part.as_bytes()).await?;
    match phase {
        Phase::Head | Phase::Body | Phase::Sent => {}
        Phase::Processing => tokio::task::yield_now().await,
        Phase::Response => {
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

/// Returns the cookies of a signed-in user.
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
async fn aborted_requests_leave_nothing_open() {
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
        .for_each_concurrent(CONCURRENCY, |number| {
            let request = &requests[number % requests.len()];
            let phase = PHASES[(number / requests.len()) % PHASES.len()];
            let address = &address;
            async move {
                // Ignores connections that the gateway closed first.
                let _ = send_and_abort(address, request, phase).await;
            }
        })
        .await;

    let timeout = Duration::from_mins(1);
    let catalog = shop.database("catalog");
    eventually_within(timeout, "no transaction is open", || async {
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
    let max: i64 = sqlx::query_scalar(
        "select coalesce(max(connections), 0) from (select count(*) as connections from pg_stat_activity \
         where datname in ('account', 'cart', 'order') group by datname) as per_database",
    )
    .fetch_one(&catalog)
    .await
    .unwrap();
    assert!(max <= MAX_CONNECTIONS, "{max} connections to one database");
    eventually_within(timeout, "the sockets are closed", || async {
        // Allows for additional connections to services.
        (open_files(gateway) <= before + 32).then_some(())
    })
    .await;

    // The same process still serves requests.
    shop.wait_until_idle_within(timeout).await;
    let ruslan = shop.customer("ruslan").await;
    assert_eq!(ruslan.add_to_cart(product, 1).await.status, 200);
    let order = Browser::order(&ruslan.user_id().await, &[(product, 1)]);
    let response = ruslan.check_out("after-all", &order).await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(shop.service("gateway").pid(), gateway);
    assert!(!shop.service("gateway").has_exited());
}
