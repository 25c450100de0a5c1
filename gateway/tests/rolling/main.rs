//! Restarts every process in turn, as a rolling upgrade does, while customers send requests and open pages. The gateways get
//! another build of the web app.
//!
//! A separate test binary, so that no other test runs in parallel.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]
#![expect(
    clippy::indexing_slicing,
    reason = "indexing a JSON value without the key returns null, which fails the assertion"
)]

mod proxy;

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use local::Service;
use proxy::Proxy;
use testkit::{ApiResponse, Browser, Shop, ShopOptions, eventually_within};

const CUSTOMERS: usize = 6;
const REQUESTS: usize = 10_000;
const TIMEOUT: Duration = Duration::from_mins(5);

/// Orders and failed requests of a customer.
#[derive(Default)]
struct Outcome {
    orders: Vec<String>,
    failures: Vec<String>,
}

impl Outcome {
    fn record(&mut self, request: &str, response: ApiResponse) -> ApiResponse {
        if response.status != 200 {
            self.failures.push(format!("{request}: {response:?}"));
        }
        response
    }
}

/// Browses, fills a cart and orders in a loop.
async fn shop_until(browser: Browser, name: String, product: i64, stop: Arc<AtomicBool>) -> Outcome {
    let mut outcome = Outcome::default();
    let user = browser.user_id().await;
    let mut number = 0;
    while !stop.load(Ordering::SeqCst) && outcome.failures.is_empty() {
        for _ in 0..4 {
            outcome.record("list products", browser.get("products").await);
            outcome.record("get product", browser.get(&format!("products/{product}")).await);
            outcome.record("get account", browser.get("account/details").await);
            outcome.record("list promo texts", browser.get("promocodes").await);
            outcome.record("get cart", browser.get("carts/current").await);
        }
        outcome.record("add to cart", browser.add_to_cart(product, 1).await);
        let order = Browser::order(&user, &[(product, 1)]);
        number += 1;
        let response = outcome.record(
            "place order",
            browser.check_out(&format!("{name}-{number}"), &order).await,
        );
        outcome.orders.push(response.body["data"]["id"].to_string());
    }
    outcome
}

/// Writes a build of the web app, whose page has one script.
fn build(folder: &Path, name: &str) -> PathBuf {
    let build = folder.join(name);
    fs::create_dir_all(build.join("static")).unwrap();
    let page = format!(
        "<!doctype html><html><head><title>x</title><script src=\"/static/app-{name}.js\"></script></head><body></body></html>"
    );
    fs::write(build.join("index.html"), page).unwrap();
    fs::write(build.join(format!("static/app-{name}.js")), name).unwrap();
    build
}

/// Opens pages in a loop, with the scripts of all pages opened so far. Returns the scripts and the failed requests.
async fn open_pages_until(shop: String, stop: Arc<AtomicBool>) -> (BTreeSet<String>, Vec<String>) {
    let (mut scripts, mut failures) = (BTreeSet::new(), Vec::new());
    let client = reqwest::Client::new();
    while !stop.load(Ordering::SeqCst) && failures.is_empty() {
        let page = client.get(format!("{shop}/en/faq")).send().await.unwrap();
        let html = page.text().await.unwrap();
        let script = html
            .split("src=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        match script {
            Some(script) => {
                scripts.insert(script.to_owned());
            }
            None => failures.push(format!("open a page: {html}")),
        }
        for script in &scripts {
            let response = client.get(format!("{shop}{script}")).send().await.unwrap();
            if response.status() != 200 {
                failures.push(format!("{script}: {}", response.status()));
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    (scripts, failures)
}

/// Restarts a gateway with another build of the web app.
async fn upgrade(gateway: &mut Service, build: &Path) {
    gateway.stop().await.unwrap();
    let mut spec = gateway.spec().clone();
    spec.environment
        .insert("WEB_DIST".to_owned(), build.display().to_string());
    *gateway = Service::start(spec).unwrap();
    gateway.wait_ready(TIMEOUT).await.unwrap();
}

async fn restart(service: &mut Service) {
    service.restart().await.unwrap();
    service.wait_ready(TIMEOUT).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rolling_upgrade_fails_no_request() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| build(folder.path(), name));
    let archive: &'static str = folder.path().join("archive").display().to_string().leak();
    let mut shop = Shop::start(ShopOptions {
        replicated: true,
        web_dist: Some(old),
        settings: vec![("gateway", "STATIC_ARCHIVE", archive)],
        ..ShopOptions::default()
    })
    .await;
    let (mut second, second_url) = shop.second_gateway().await;
    let proxy = Proxy::start([shop.url().to_owned(), second_url]).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;

    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = Vec::new();
    for number in 0..CUSTOMERS {
        let name = format!("customer{number}");
        let browser = shop.customer(&name).await.at(proxy.url());
        tasks.push(tokio::spawn(shop_until(
            browser,
            name,
            product,
            Arc::clone(&stop),
        )));
    }

    let pages = tokio::spawn(open_pages_until(proxy.url().to_owned(), Arc::clone(&stop)));
    let names = shop.service_names();
    for (number, name) in names.iter().enumerate() {
        // Spreads the restarts over the run.
        let threshold = number * REQUESTS / (names.len() + 1);
        eventually_within(TIMEOUT, "more requests are served", || async {
            (proxy.served() >= threshold || tasks.iter().any(tokio::task::JoinHandle::is_finished))
                .then_some(())
        })
        .await;
        if name == "gateway" {
            upgrade(shop.service(name), &new).await;
        } else {
            restart(shop.service(name)).await;
        }
    }
    upgrade(&mut second, &new).await;
    eventually_within(TIMEOUT, "all requests are served", || async {
        (proxy.served() >= REQUESTS || tasks.iter().any(tokio::task::JoinHandle::is_finished)).then_some(())
    })
    .await;
    stop.store(true, Ordering::SeqCst);

    let (scripts, failures) = pages.await.unwrap();
    assert_eq!(failures, Vec::<String>::new());
    let scripts: Vec<_> = scripts.iter().map(String::as_str).collect();
    assert_eq!(scripts, ["/static/app-new.js", "/static/app-old.js"]);

    let mut orders = HashSet::new();
    for task in tasks {
        let outcome = task.await.unwrap();
        assert_eq!(outcome.failures, Vec::<String>::new());
        orders.extend(outcome.orders);
    }
    assert!(proxy.served() >= REQUESTS);
    shop.wait_until_idle_within(TIMEOUT).await;
    let stored: i64 = sqlx::query_scalar("select count(*) from customer_order")
        .fetch_one(&shop.database("order"))
        .await
        .unwrap();
    assert_eq!(usize::try_from(stored).unwrap(), orders.len());
}
